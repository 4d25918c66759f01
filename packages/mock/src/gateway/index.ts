/**
 * The gateway as the contract describes it, without a socket: `createSimulatedGateway({ packs, behaviours })` gives a
 * `handle(request)` that answers a WHATWG `Request` with a `Response`, in Node and in browsers alike.
 *
 * - A **pack** is what the gateway knows of one operation, as plain JSON. `packOf(document, id)` makes it from the
 *   document (door `./packs`, which needs the whole contract); a generator prints it as a module, so that a page loads
 *   those of the operations that it uses.
 * - A **behaviour** is what an operation does beyond its examples, exported under its operation id from the door
 *   `./behaviours`: one list, which bundlers drop what is unused of. An operation without one answers by its examples.
 * - **Rehearsals** are asked for by `Prefer` (status, example, fault, delay, pace) or set for a whole run. Of the faults,
 *   `refuse` rejects with ConnectionRefused, `cut` errors the stream of the body, and `stall` stops it until the signal
 *   of the request aborts.
 * - A **world** is what the gateway remembers, as plain JSON: it begins with the contract's examples, and `toJSON`,
 *   `load` and `reset` keep it, bring it back, and begin it again. `gateway.world` is the one that it has by itself;
 *   `worldOf` chooses among several.
 * - A process may add a **second reader**: a validator behind the gateway's own, which also makes up replies for
 *   `Prefer: dynamic`.
 */
export type { Answer, Behaviour, Call } from "./call.ts";
export { ConnectionCut, ConnectionRefused } from "./failure.ts";
export {
  createSimulatedGateway,
  type ReplyLine,
  type SimulatedGateway,
  type SimulatedGatewayOptions,
} from "./gateway.ts";
export type { NamedExample, OperationPack } from "./pack.ts";
export { exampleNames, examplesOf } from "./pack.ts";
export {
  type FaultName,
  faultMeanings,
  faultName,
  faults,
  type Rehearsal,
  wholeNumber,
} from "./rehearsal.ts";
export type { SecondReader, Violation } from "./validate.ts";
export type { WorldData } from "./world/data.ts";
export { seedOf } from "./world/seed.ts";
export { World } from "./world/world.ts";
