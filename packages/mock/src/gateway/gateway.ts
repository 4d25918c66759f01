import { basePath, contractAddress, packAt, pathParameters } from "./address.ts";
import { answer, generationId, modelCalls } from "./answer.ts";
import type { Behaviour, Call, Direct, Heard } from "./call.ts";
import { ConnectionRefused, Failure, isOfMessages, refusal, toldAs, toReply } from "./failure.ts";
import type { OperationPack } from "./pack.ts";
import { createRandom } from "./random.ts";
import { readBody, secretOf } from "./read-request.ts";
import {
  calm,
  type Plan,
  type Preference,
  planFor,
  type Rehearsal,
  readPreference,
  wait,
} from "./rehearsal.ts";
import { replyOf, replyOfFailure, servedHeaders } from "./reply.ts";
import { type SecondReader, validated } from "./validate.ts";
import { answeredOnce } from "./world/answered-once.ts";
import { type Caller, callerOf, checkScope } from "./world/callers.ts";
import { seedOf } from "./world/seed.ts";
import { callerOfSession } from "./world/sessions.ts";
import { World } from "./world/world.ts";

export interface SimulatedGatewayOptions {
  readonly packs: readonly OperationPack[];
  /** By operation id. An operation without one answers by its examples. */
  readonly behaviours?: Readonly<Record<string, Behaviour>>;
  readonly rehearsal?: Partial<Rehearsal>;
  /** What a caller of a path that is not there is to know. */
  readonly advice?: (method: string, path: string) => string;
  readonly second?: SecondReader;
  /** The state; without it, one that begins as the contract's examples show it. */
  readonly world?: World;
  /** In a page, where no reply can set a cookie that scripts cannot read: the state remembers who has signed in. */
  readonly remembersSignIn?: boolean;
  /** The state that a request meets, where there are several. */
  readonly worldOf?: (request: Request) => World;
  /** The states that a request may ask for by name, beside the one that it meets. */
  readonly scenarios?: (request: Request, session: World) => Promise<World>;
  /** Decides beforehand what calls meet, but for those that ask for something themselves. */
  readonly direct?: Direct;
  /** Called when a reply is decided, or refused. */
  readonly onReply?: (line: ReplyLine) => void;
}

export interface ReplyLine {
  readonly request: Request;
  /** 0 for a connection that was refused. */
  readonly status: number;
  /** Of its session. */
  readonly world: World;
  readonly heard: Heard;
}

export interface SimulatedGateway {
  /**
   * The gateway's reply. Rejects with ConnectionRefused where the rehearsal refuses the connection, and with the
   * signal's reason where the caller has gone. `own` takes the place of what the operation does.
   */
  handle(request: Request, own?: Behaviour): Promise<Response>;
  /** What it remembers. */
  readonly world: World;
}

/** Clients of messages ask by HEAD whether anything answers here. */
const discovered: ReadonlySet<string> = new Set(["/", "/api"]);

/** Handles each request in the order of the gateway: address, key, body, contract, answer. */
export function createSimulatedGateway(options: SimulatedGatewayOptions): SimulatedGateway {
  const rehearsal: Rehearsal = { ...calm, ...options.rehearsal };
  const world = options.world ?? new World(() => seedOf(options.packs), rehearsal.seed);
  let requests = 0;
  return {
    world,
    async handle(request, own) {
      requests += 1;
      const turn: Turn = {
        ...options,
        behaviours: options.behaviours ?? {},
        rehearsal,
        request,
        world: options.worldOf?.(request) ?? world,
        own,
        requestId: `req_mock_${rehearsal.seed}_${requests}`,
        number: requests,
        headers: {},
        heard: {},
      };
      turn.headers["X-Request-Id"] = turn.requestId;
      const reply = await replied(turn);
      options.onReply?.({ ...turn, status: reply?.status ?? 0 });
      if (reply === null) throw new ConnectionRefused();
      return reply;
    },
  };
}

interface Turn extends Omit<SimulatedGatewayOptions, "rehearsal" | "world"> {
  readonly behaviours: Readonly<Record<string, Behaviour>>;
  readonly rehearsal: Rehearsal;
  readonly request: Request;
  readonly world: World;
  readonly own: Behaviour | undefined;
  readonly requestId: string;
  readonly number: number;
  /** Of the reply, as far as they are known. */
  readonly headers: Record<string, string>;
  readonly heard: Heard;
}

/** Null for a connection that is refused. */
async function replied(turn: Turn): Promise<Response | null> {
  try {
    const { scenarios, request, world } = turn;
    return await serve(scenarios ? { ...turn, world: await scenarios(request, world) } : turn);
  } catch (error) {
    if (turn.request.signal.aborted) throw error;
    if (error instanceof ConnectionRefused) return null;
    return replyOfFailure(error, turn.headers, turn.requestId);
  }
}

async function serve(turn: Turn): Promise<Response> {
  const { request, requestId, headers } = turn;
  const address = contractAddress(request.url);
  if (request.method === "HEAD" && discovered.has(address.pathname))
    return new Response(null, { status: 200, headers });
  const pack = packAt(turn.packs, request.method, address.pathname, turn.advice);
  turn.heard.operation = pack.facts.id;
  if (isOfMessages(pack.facts.id)) headers["request-id"] = requestId;
  Object.assign(headers, generationId(pack.facts.id, requestId));
  try {
    return await serveOperation(turn, pack, address);
  } catch (thrown) {
    const error = toReply(thrown);
    throw error instanceof Failure ? toldAs(pack.facts, error, requestId) : error;
  }
}

async function serveOperation(turn: Turn, pack: OperationPack, address: URL): Promise<Response> {
  const { request, rehearsal, requestId, second, heard } = turn;
  const caller = callerIn(turn, pack);
  const preference = preferenceOf(request);
  const body = await readBody(request, pack);
  heard.body = body;
  const random = createRandom((rehearsal.seed * 1_000_003 + turn.number) >>> 0);
  const plan = withDueFault(planFor(preference, rehearsal, random), preference, turn.world, pack);
  await wait(plan.delayMs, request.signal);
  const { fault } = plan;
  heard.fault = fault;
  if (fault === "refuse") throw new ConnectionRefused();
  const path = address.pathname.slice(basePath.length);
  const sent: Call = {
    pack,
    address,
    body,
    requestId,
    preference,
    fault,
    paceMs: plan.paceMs,
    params: pathParameters(pack.facts.path, path),
    query: Object.fromEntries(address.searchParams),
    headers: request.headers,
    seed: rehearsal.seed,
    world: turn.world,
    caller,
    request,
    packs: turn.packs,
    heard,
  };
  const call = await validated(sent, second);
  const { id } = pack.facts;
  const behaviour = turn.behaviours[id];
  Object.assign(heard, { call, behaviour });
  const isOwn = turn.own !== undefined || isAsking(preference);
  const aids = { second, direct: isOwn ? undefined : turn.direct };
  const ask = () => answer(call, turn.own ?? behaviour, aids);
  const { decided, served = call } = modelCalls.has(id)
    ? await answeredOnce(call, turn.headers, ask)
    : await ask();
  const headers = {
    ...turn.headers,
    ...generationId(id, requestId, decided),
    ...(modelCalls.has(id) && servedHeaders(decided, call, served)),
    ...("headers" in decided && decided.headers),
    ...served.headersToSend,
  };
  return replyOf(decided, headers, served, request.signal);
}

/** A request that asks for something itself meets no fault of the state. */
function withDueFault(plan: Plan, asked: Preference, world: World, { facts }: OperationPack): Plan {
  return isAsking(asked) || plan.fault !== null
    ? plan
    : { ...plan, fault: world.takeFault(facts.id) };
}

function isAsking({ code, example, fault }: Preference): boolean {
  return (code ?? example ?? fault) !== undefined;
}

const noCaller: Caller = {
  kind: "management",
  row: null,
  workspaceId: "",
  secretEnds: null,
  session: null,
};

/** A scanner that signs its report stands for the gateway itself. */
function callerIn({ request, world, remembersSignIn = false }: Turn, pack: OperationPack): Caller {
  const visitor =
    pack.facts.key === "none" ? null : callerOfSession(world, { request, remembersSignIn }, pack);
  if (visitor !== null) {
    checkScope(visitor, pack);
    return visitor;
  }
  const secret = secretOf(request.headers, pack);
  if (secret === null) return noCaller;
  const caller = callerOf(world, secret, pack);
  checkScope(caller, pack);
  return caller;
}

function preferenceOf({ headers }: Request) {
  try {
    return readPreference(headers.get("prefer") ?? undefined);
  } catch (error) {
    throw refusal(400, error instanceof Error ? error.message : String(error));
  }
}
