import { prefersCsv } from "@portico/contract/csv";
import type { Address } from "./address.ts";
import type { RecordedRequest } from "./exchange.ts";
import type { NamedExchange } from "./exchange-folder.ts";
import { standsFor } from "./secrets.ts";

/** What a caller asks for, in the form of the recordings. */
export interface Asked {
  readonly method: string;
  readonly address: Address;
  readonly accept: string | undefined;
  /** JSON as a value, any other text as it is; undefined for none. */
  readonly body: unknown;
}

export type Found =
  | { readonly kind: "found"; readonly exchanges: readonly NamedExchange[] }
  /** `differs` are the places in which the nearest recording differs. */
  | { readonly kind: "nearest"; readonly name: string; readonly differs: readonly string[] }
  | { readonly kind: "none" };

/** The recordings of a request, in their order; placeholders and the order of keys do not count. */
export function findExchanges(recorded: readonly NamedExchange[], asked: Asked): Found {
  const { operation } = asked.address;
  const candidates = recorded
    .filter(({ exchange }) => exchange.operation === (operation?.id ?? null))
    .filter(({ exchange }) => exchange.request.method === asked.method)
    .map((named) => ({ named, differs: differences(named.exchange.request, asked) }));
  const same = candidates.filter(({ differs }) => differs.length === 0);
  if (same.length > 0) return { kind: "found", exchanges: same.map(({ named }) => named) };
  const [nearest] = candidates.toSorted((one, other) => one.differs.length - other.differs.length);
  if (nearest === undefined) return { kind: "none" };
  return { kind: "nearest", name: nearest.named.name, differs: nearest.differs };
}

function differences(recorded: RecordedRequest, { address, accept, body }: Asked): string[] {
  const query = Object.fromEntries(address.query);
  const isTable = prefersCsv(recorded.headers["accept"]);
  return [
    ...(standsFor(recorded.path, address.path) ? [] : ["the path"]),
    ...placesOf(recorded.query ?? {}, query, "query"),
    ...(isTable === prefersCsv(accept) ? [] : ["the header Accept"]),
    // What was too large to keep is not compared.
    ...(recorded.left_out ? [] : placesOf(recorded.body ?? recorded.text, body, "body")),
  ];
}

/** The places in which a value is not the recorded one: `body.input[0].role`. */
function placesOf(recorded: unknown, given: unknown, at: string): string[] {
  if (typeof recorded === "string" && typeof given === "string")
    return standsFor(recorded, given) ? [] : [at];
  if (Array.isArray(recorded) && Array.isArray(given) && recorded.length === given.length)
    return recorded.flatMap((item, index) => placesOf(item, given[index], `${at}[${index}]`));
  if (isMap(recorded) && isMap(given)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(given)]);
    return [...names].flatMap((name) => placesOf(recorded[name], given[name], `${at}.${name}`));
  }
  return Object.is(recorded, given) ? [] : [at];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
