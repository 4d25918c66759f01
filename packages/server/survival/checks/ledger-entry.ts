import type { StorePlace } from "../../src/store/open-store.ts";
import { rawSql } from "../../test/store/raw-sql.ts";

/** A row of the ledger as the database has it. */
export interface LedgerEntry {
  readonly requestId: string;
  readonly title: string | null;
  readonly keyId: number;
  readonly state: string;
  readonly held: number;
  readonly charged: number;
  readonly unbilled: number;
  readonly provider: string | null;
  readonly isEstimated: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export async function readLedger(place: StorePlace): Promise<readonly LedgerEntry[]> {
  const rows = await rawSql(
    place,
    `select request_id, app_title, key_id, state, held_nanousd, charged_nanousd, unbilled_nanousd,
      provider, estimated, input_tokens, output_tokens from ledger`,
  );
  return rows.map((row) => ({
    requestId: String(row["request_id"]),
    title: textOrNull(row["app_title"]),
    keyId: Number(row["key_id"]),
    state: String(row["state"]),
    held: Number(row["held_nanousd"]),
    charged: Number(row["charged_nanousd"]),
    unbilled: Number(row["unbilled_nanousd"]),
    provider: textOrNull(row["provider"]),
    isEstimated: Number(row["estimated"]) === 1,
    inputTokens: Number(row["input_tokens"]),
    outputTokens: Number(row["output_tokens"]),
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
