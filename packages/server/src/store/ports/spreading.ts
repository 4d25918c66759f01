import type { Actor } from "./actor.ts";

/** Tables of a PostgreSQL database that are spread over the nodes of Citus, each row by its workspace. */
export interface SpreadStore {
  readonly isSpread: boolean;
  /** What is left to do. Throws GatewayError where it cannot be done, with the reason. */
  plan(): Promise<readonly SpreadStep[]>;
  /** Does what is left, step by step: a killed process is gone on from. No gateway may run meanwhile. */
  distribute(actor: Actor, asked: SpreadRequest): Promise<void>;
  /** Where the rows are; empty where tables are not spread. */
  nodes(): Promise<readonly SpreadNode[]>;
}

export interface SpreadStep {
  readonly table: string;
  readonly to: "all nodes, by workspace" | "each node, as a copy";
  readonly bytes: number;
}

export interface SpreadRequest {
  /** Into how many parts workspaces are divided: a part is what moves to another node. */
  readonly shards: number;
  tell(message: string): void;
}

export interface SpreadNode {
  readonly name: string;
  readonly workspaces: number;
  /** Null for one that does not answer. */
  readonly bytes: number | null;
}
