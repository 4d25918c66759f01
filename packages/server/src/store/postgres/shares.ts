import { randomUUID } from "node:crypto";
import type { ShareRow } from "../schema.ts";

/** The shares of a process that a batch wants to use. */
export interface OwnShares {
  readonly holder: string;
  readonly lane: ShareRow["lane"];
  /** The ids of balances, by workspace. */
  readonly balances: ReadonlyMap<string, number>;
  /** With the workspace by which the share is found where tables are spread. */
  readonly organisations: ReadonlyMap<string, string>;
  /** Whether tables are spread over nodes: then an organisation's credits are on all of them. */
  readonly isSpread: boolean;
}

/**
 * Which shares this process has, as it last knew. What counts are the rows: where one is gone, or too small, a batch is
 * decided again without shares.
 */
export interface Shares {
  /** Null if there are none. */
  of(batch: SharedBatch): OwnShares | null;
  /** For a batch that is decided without shares. */
  readonly none: OwnShares;
  took(share: MadeShare): void;
  forget(own: OwnShares): void;
}

interface SharedBatch {
  readonly lane: ShareRow["lane"];
  readonly workspaces: Iterable<string>;
  /** Null if the organisations are not known yet: then all that have a share. */
  readonly organisations: Iterable<string> | null;
}

/** One that has an id was there already. */
export type MadeShare = Omit<ShareRow, "id"> & Partial<Pick<ShareRow, "id">>;

/** The budget of a workspace, or the credits of an organisation. */
export interface Subject {
  readonly organisationId: string;
  /** Null for the credits. */
  readonly workspaceId: string | null;
}

/** What a batch asks of one subject. */
export interface Demand extends Subject {
  /** One of the batch's workspaces, whose node gets the share of credits where tables are spread. */
  readonly anchor: string;
  requests: number;
  wantedNanousd: number;
}

/** Subjects of which a process has shares at once: only hot ones are worth it. */
const mostSubjects = 64;

/** Where tables are spread: those of one place. */
export function createShares(isSpread = false): Shares {
  const holder = randomUUID();
  const balances = new Map<string, number>();
  const organisations = new Map<string, string>();
  return {
    none: { holder, lane: "admit", balances: new Map(), organisations: new Map(), isSpread },
    of({ lane, workspaces, organisations: asked }) {
      if (balances.size === 0 && organisations.size === 0) return null;
      const own = known(organisations, asked ?? organisations.keys());
      const found = known(balances, workspaces);
      if (found.size === 0 && own.size === 0) return null;
      return { holder, lane, balances: found, organisations: own, isSpread };
    },
    took({ balance_id, workspace, organisation_id }) {
      if (workspace === null || balance_id === null)
        keep(organisations, organisation_id, workspace ?? "");
      else keep(balances, workspace, balance_id);
    },
    forget(own) {
      for (const workspace of own.balances.keys()) balances.delete(workspace);
      for (const organisation of own.organisations.keys()) organisations.delete(organisation);
    },
  };
}

function known<Value>(all: ReadonlyMap<string, Value>, names: Iterable<string>) {
  const found = new Map<string, Value>();
  for (const name of names) {
    const value = all.get(name);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

/** The oldest goes where they are too many. */
function keep<Value>(all: Map<string, Value>, name: string, value: Value): void {
  all.set(name, value);
  const [oldest = name] = all.keys();
  if (all.size > mostSubjects) all.delete(oldest);
}
