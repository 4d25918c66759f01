import type { Program } from "../programs/programs.ts";
import { programs } from "../programs/programs.ts";
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

\`npm run works-with\` installs these from npm into a temporary folder and has each answer a question and run a tool in a
shell, with their own settings for address and key; **thoughts** is the same with \`sandbox/think\`. It
runs each night, because they are large, and Claude Code's licence does not allow it as a dependency.
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
    row(["program", "npm", "version", "wire", "text", "tools", "thoughts"]),
    row(Array.from({ length: 7 }, () => "---")),
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
export function worksWithFacts() {
  const rankersFacts = rankers.map((ranker) => {
    const reasons = Object.keys(rankings).map((name) => [name, cannotRank(ranker, name)] as const);
    const cannotDo = Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
    return { name: ranker.name, version: ranker.version, wire: "rerank", cannot: cannotDo };
  });
  const clientFacts = clients.map(({ name, version, wire }) => {
    return { name, version, wire, cannot: cannot[name] ?? {} };
  });
  const programFacts = programs.map(({ name, version, wire, keepsThoughts }) => {
    const reasons = keepsThoughts ? {} : { thoughts: "it sends no thoughts back" };
    return { name, version, wire, cannot: reasons };
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
  const { name, package: from, version, wire, keepsThoughts, unscripted } = program;
  const thoughts = keepsThoughts ? "works" : "no: it sends no thoughts back";
  const tools = unscripted === undefined ? "works" : `not tried: ${unscripted}`;
  return row([name, `\`${from}\``, version, wire, "works", tools, thoughts]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
