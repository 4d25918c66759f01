import { type Program, reasonOf, type Task, tasks } from "../programs/program.ts";
import { programs } from "../programs/programs.ts";
import { resultOf } from "../programs/results.ts";
import { dialectNames } from "../vendors/vendor.ts";
import { cannot } from "./cannot.ts";
import { capabilities } from "./capabilities.ts";
import { clients } from "./clients/index.ts";
import { cannotRank, rankers, rankings } from "./rankers/capabilities.ts";

/** Each client, with what it cannot: the documentation draws its table from this. */
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

export const factsFile = "../../../docs/src/works-with.json";

export function renderFacts(): string {
  return `${JSON.stringify(worksWithFacts(), null, 2)}\n`;
}
