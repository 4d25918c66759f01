import { type Program, reasonOf, type Task, tasks } from "../programs/program.ts";
import { programs } from "../programs/programs.ts";
import { resultOf } from "../programs/results.ts";
import { dialectNames } from "../vendors/vendor.ts";
import { cannot } from "./cannot.ts";
import { capabilities } from "./capabilities.ts";
import { clients } from "./clients/index.ts";
import { cannotRank, rankers, rankings } from "./rankers/capabilities.ts";
import type { Ranker } from "./rankers/ranker.ts";

const introduction = `# Works with

The client libraries below are run against this gateway, unmodified: only their base URL and key are set. Each client and
capability is a test in \`packages/contract-tests/works-with\`; \`npm test -- packages/contract-tests/works-with\` fails where this page is out of date
(\`-u\` writes it).

What is tried; a client does all of it but for what its row names:

- **text**, **stream**: an answer as a whole, and in pieces.
- **tools**: a question, two calls at once, their results, and the answer to them; **streamed**: the model's answers are read as streams.
- **thoughts**: the same with \`sandbox/think\`, a model that refuses the results of calls unless its thoughts come back
  as it signed them. A client that cannot send them works with every model that does without.
- **structured**: an answer of a JSON schema, through the library's own option for it.
- **error**: the status arrives as the library's own class of errors.
- **failure in mid-stream**: a program sees that a stream has failed, and does not take it for a whole answer.
- **abort**: leaving a stream closes the connection to the provider, and the ledger has one row.
`;

const aboutPrograms = `## Programs

\`npm run works-with\` installs these from npm into a temporary folder and lets each work with scripted vendors behind the gateway:
OpenAI's responses, chat completions, Anthropic's messages and Gemini's. It writes this table, each night, because they are
large, and Claude Code's licence does not allow it as a dependency. A cell without a word works with all four.

- **patch**: the model has a file written by the program's own tool. **thought**: what the model thought before comes
  back to it as it signed it. **search**: the program's question to a vendor's search. **picture**: the model sees
  a picture.
`;

/** The page of documentation: a row for each client, with what it cannot. */
export function renderTable(): string {
  const rows = clients.map(({ name, version, wire }) => {
    const reasons = Object.entries(cannot[name] ?? {});
    return row([`\`${name}\``, version, wire, listed(reasons)]);
  });
  return [
    introduction,
    row(["client", "version", "wire", "cannot"]),
    row(["---", "---", "---", "---"]),
    ...rows,
    "",
    ...rankingTable(),
    aboutPrograms,
    row(["program", "npm", "version", "wire", ...tasks]),
    row(Array.from({ length: 4 + tasks.length }, () => "---")),
    ...programs.map(programRow),
    "",
  ].join("\n");
}

/** Capabilities of one reason stand together. */
function listed(reasons: readonly (readonly [string, string])[]): string {
  const byReason = Map.groupBy(reasons, ([, reason]) => reason);
  return [...byReason]
    .map(([reason, named]) => `**${named.map(([name]) => name).join("**, **")}**: ${reason}`)
    .join("; ");
}

/** The same facts for the documentation's own page, which draws them its own way. */
function worksWithFacts() {
  const rankersFacts = rankers.map((ranker) => {
    const reasons = Object.keys(rankings).map((name) => [name, cannotRank(ranker, name)] as const);
    const cannotDo = Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
    return { name: ranker.name, version: ranker.version, wire: "rerank", cannot: cannotDo };
  });
  const clientFacts = clients.map(({ name, version, wire }) => {
    return { name, version, wire, cannot: cannot[name] ?? {} };
  });
  const programFacts = programs.map((program) => {
    const { name, version, wire } = program;
    const reasons = tasks.map((task) => [task, shortfallOf(program, task)] as const);
    return { name, version, wire, cannot: Object.fromEntries(reasons.filter(([, text]) => text)) };
  });
  return {
    tried: Object.fromEntries([
      ["library", Object.keys(capabilities).join("; ")],
      ["rerank", Object.keys(rankings).join("; ")],
    ]),
    clients: [...clientFacts, ...rankersFacts, ...programFacts],
  };
}

const aboutRankings = `## Rerank

\`POST /rerank\`, with \`sandbox/rerank\`. cohere-ai's first client adds \`/v1/rerank\` to an address that ends in \`/api\`,
its second \`/v2/rerank\`; both are there. Tried: ${Object.keys(rankings).join(", ")}.
`;

function rankingTable(): string[] {
  const reasonsOf = (ranker: Ranker) =>
    Object.keys(rankings).flatMap((name) => {
      const reason = cannotRank(ranker, name);
      return reason === undefined ? [] : [[name, reason] as const];
    });
  return [
    aboutRankings,
    row(["client", "version", "cannot"]),
    row(["---", "---", "---"]),
    ...rankers.map((ranker) =>
      row([`\`${ranker.name}\``, ranker.version, listed(reasonsOf(ranker))]),
    ),
    "",
  ];
}

function programRow(program: Program): string {
  const cells = tasks.map((task) => {
    const shortfall = shortfallOf(program, task);
    if (shortfall === "") return "works";
    return shortfall.startsWith("with ") ? `no ${shortfall}` : `no: ${shortfall}`;
  });
  return row([program.name, `\`${program.package}\``, program.version, program.wire, ...cells]);
}

/** Empty where a task works with every vendor. */
function shortfallOf(program: Program, task: Task): string {
  const reasons = dialectNames.flatMap((dialect) => {
    const works = resultOf({ program: program.name, task, dialect });
    if (works === true) return [];
    const reason = works === undefined ? "not tried" : reasonOf(program, task, dialect);
    return [{ dialect, reason: reason ?? "fails" }];
  });
  return [...Map.groupBy(reasons, ({ reason }) => reason)]
    .map(([reason, of]) => {
      const some = of.length < dialectNames.length;
      return some ? `with ${of.map(({ dialect }) => dialect).join(", ")}: ${reason}` : reason;
    })
    .join("; ");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

export const page = "../../../../docs/works-with.md";
export const factsFile = "../../../docs/src/works-with.json";

export function renderFacts(): string {
  return `${JSON.stringify(worksWithFacts(), null, 2)}\n`;
}
