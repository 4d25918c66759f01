import { NotApplicable } from "../targets/target.ts";
import type { Bench } from "./bench.ts";

/** One thing to prove about a target, as a sentence that starts with a verb, and the clauses that demand it. */
export interface Case {
  readonly title: string;
  /** Ids of spec/clauses.yaml. */
  readonly clauses: readonly string[];
  /** Throws if the target fails; throws NotApplicable if it cannot be tested. */
  run(bench: Bench): Promise<void>;
}

/** Ends a case that needs something that the specified interface does not have. */
export function requireAdditions({ additions }: Pick<Bench, "additions">, what: string): void {
  if (!additions) throw new NotApplicable(`${what} are additions.`);
}
