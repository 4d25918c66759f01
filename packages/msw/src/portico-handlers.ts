import { type FaultName, faultName, type WorldData } from "@portico/mock/gateway";
import { scenarioWorlds } from "@portico/mock/gateway/scenario";
import { checkModels } from "@portico/mock/gateway/script";
import { http, type RequestHandler } from "msw";
import * as operations from "./generated/operations.ts";
import { contractUrl, defaultBaseUrl, reply, type Settings } from "./handler.ts";
import { keepJournal } from "./journal.ts";
import { sharedSession } from "./session.ts";

export interface PorticoHandlersOptions {
  /** Any address that ends in `/api/v1` unless said. */
  readonly baseUrl?: string;
  /** Decides jitter and faults: the same seed gives the same run. */
  readonly seed?: number;
  /** Before each reply. */
  readonly latencyMs?: number;
  /** Added to the latency, up to this much. */
  readonly jitterMs?: number;
  /** Between two events of a stream (20 unless said). */
  readonly paceMs?: number;
  /** The share of the requests that get each fault, 0 to 1. */
  readonly faults?: Partial<Readonly<Record<FaultName, number>>>;
  /** What the gateway remembers, as the mock's `--state` file has it, in place of what the contract's examples show. */
  readonly state?: WorldData;
  /** Models that exist beside those of the contract's examples and the sandbox: `gpt-*`, or `*` for any name. */
  readonly models?: readonly string[];
}

/**
 * Handlers of every operation. What is no operation is answered as the gateway does: 404 with advice, 405 with the
 * methods of the path.
 * @example const server = setupServer(...porticoHandlers());
 */
export function porticoHandlers(options: PorticoHandlersOptions = {}): RequestHandler[] {
  const { baseUrl = defaultBaseUrl, faults = {}, state, models = [], ...rehearsal } = options;
  const shares = new Map(Object.entries(faults).map(([name, share]) => [faultName(name), share]));
  sharedSession.rehearse({ ...rehearsal, shares });
  sharedSession.offer({
    scenarios: scenarioWorlds(sharedSession.stage),
    checkModels: (call) => checkModels(call, models),
  });
  keepJournal();
  const settings: Settings = {};
  const handlers = Object.values(operations).map((operation) => operation().at(baseUrl));
  if (state !== undefined) sharedSession.load(state);
  return [
    ...handlers,
    http.all(`${baseUrl.replace(/\/$/, "")}/*`, ({ request }) =>
      reply(request, contractUrl(request.url, baseUrl), sharedSession, settings),
    ),
  ];
}
