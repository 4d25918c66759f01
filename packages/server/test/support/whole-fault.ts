import type { ServerResponse } from "node:http";

/** What an upstream does with a request. */
export type Behaviour<Asked> = (response: ServerResponse, asked: Asked) => void;

export interface Fault<Asked> {
  readonly behaviour?: Behaviour<Asked>;
  /** Where it is not the scripted upstream that is at fault. */
  readonly address?: "closed" | "nowhere" | "tls" | "impatient" | "dozing";
  /** The caller's result where no other provider can serve. */
  readonly status: number;
  readonly retryAfter?: number;
  /** Whether another provider may be asked: its answer is then served. */
  readonly failsOver: boolean;
  /** As the ledger and the caller's `metadata.attempts` name it. */
  readonly failure: string;
  /** The tokens that its upstream bills all the same. */
  readonly tokens?: number;
}
