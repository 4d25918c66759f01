import type { Input, OperationId, Output } from "@portico/contract";
import type { Authenticate } from "../access/authenticate.ts";
import type { AuthenticateSession } from "../access/authenticate-session.ts";
import { accessFault } from "../access/check-access.ts";
import type { Place } from "../access/entry.ts";
import { KeyRefused } from "../access/invalid-token.ts";
import type { Signature, Signatures } from "../access/signatures.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { TimeSlice } from "../in-turns.ts";
import type { Gateway } from "../operations/gateway.ts";
import { formOf } from "../operations/lists/reply-forms.ts";
import type { Context, Operation, Operations, Reply } from "../operations/operation.ts";
import { type Entrance, passGate } from "../operations/paid-call/entrance.ts";
import type { Refused } from "../operations/records/refusals.ts";
import type { SignIn } from "../sign-in/sign-in.ts";
import { type BodyLimits, readJson } from "./body/body.ts";
import { isPrompt } from "./body/body-bytes.ts";
import { readSigned, signatureOf } from "./body/signed-body.ts";
import type { Contract } from "./contract/contract.ts";
import { refuseNul } from "./contract/explain-bad-request.ts";
import type { Route } from "./contract/located-operation.ts";
import type { CheckableRequest } from "./contract/operation-validator.ts";
import type { Asked, Exchange, ReplyState } from "./exchange.ts";
import type { RequestCounter } from "./finish-requests.ts";
import { observed, toRefused } from "./observe-reply.ts";
import { clientIpOf, type TrustedProxies } from "./request/client-ip.ts";
import { RequestContext } from "./request/request-context.ts";
import { idsOf, recordOf } from "./request/request-record.ts";
import { authenticatedSession } from "./sign-in/authenticated-session.ts";
import { authorizationOf, sessionTokenOf } from "./sign-in/authorization-of.ts";

export interface ServeParts {
  readonly contract: Contract;
  readonly operations: Operations;
  /** Asked once a request, so that all of it goes by one version of the prices. */
  readonly gateway: () => Gateway;
  /** Rejects with a GatewayError of status 401. */
  readonly authenticate: Authenticate;
  /** The same for the console's cookie. */
  readonly authenticateSession: AuthenticateSession;
  /** For the operations that take a signature in place of a key. */
  readonly signatures: Signatures;
  readonly entrance: Entrance;
  readonly inFlight: {
    /** Throws a GatewayError (429, 503) where there is no place. */
    enter(caller: Caller | null, address: string | null): Place;
  };
  readonly trustedProxies: TrustedProxies;
  /** Whether a proxy in front sets X-Forwarded-Host and X-Forwarded-Proto. */
  readonly trustsForwarded: boolean;
  readonly signIn: SignIn;
  readonly limits: BodyLimits;
  readonly underWay?: RequestCounter;
  /** The reply to a call of a model begins: what the gateway itself has added to it. */
  readonly onReply?: (operation: OperationId, overheadMs: number) => void;
  /** A call of a model was answered with an error, and is not booked. */
  readonly onRefused?: (refused: Refused) => void;
}

/** A request for an operation, with what its path and query hold. */
export interface OperationRequest<Response extends ReplyState>
  extends Omit<CheckableRequest, "body">,
    Asked<Response> {
  readonly exchange: Exchange<Response>;
}

type AnyRequest = OperationRequest<ReplyState>;

/** The stages of one request: authenticate, check the kind of key, read, validate, perform, answer. */
export async function serveOperation<Response extends ReplyState>(
  parts: ServeParts,
  asked: OperationRequest<Response>,
): Promise<void> {
  const { route, request, exchange } = asked;
  const record = recordOf(request);
  record.operation = route.id;
  const form = formOf(route.id);
  if (form !== undefined) record.headers = { ...record.headers, ...form.headers(idsOf(record)) };
  record.isServed = true;
  parts.underWay?.begin();
  let context: RequestContext | undefined;
  let body: unknown;
  try {
    const signature = signatureOf(route, request);
    const clientIp = clientIpOf(request, parts.trustedProxies);
    const renew = (revision: number) => authenticated(parts, asked, clientIp, revision);
    const isAnonymous = signature !== null || route.key === "none";
    // Waited for also where it is known: meanwhile Node's parser hands over the body that came with the head.
    const caller = isAnonymous ? null : await renew(0);
    record.caller = caller;
    const entry = parts.inFlight.enter(caller, clientIp);
    context = new RequestContext(
      parts.gateway(),
      { caller, clientIp, renew, trustsForwarded: parts.trustsForwarded, signIn: parts.signIn },
      record,
      asked,
      entry,
    );
    const taken =
      signature === null
        ? takeBody(parts, asked, context)
        : takeSigned(parts, asked, context, signature);
    // Most bodies are there already: a wait takes two promises and a turn, and there would be forty in a request.
    body = taken instanceof Promise ? await taken : taken;
    if (exchange.toBody !== undefined) body = await exchange.toBody(body, context);
    const performed = await perform(parts, asked, route.id, body, context);
    const reply = observed(performed, record, parts.onReply);
    if (reply.type === "json") parts.contract.checkReply(route.id, reply.status, reply.body);
    const sent = exchange.send(parts.contract, asked, reply);
    if (sent instanceof Promise) await sent;
  } catch (error) {
    await fail(parts, asked, { context, body, error });
  } finally {
    context?.leave();
    record.isServed = false;
    record.whenServed?.();
    parts.underWay?.end();
  }
}

interface Failed {
  readonly context: RequestContext | undefined;
  /** As far as it was read. */
  readonly body: unknown;
  readonly error: unknown;
}

async function fail<Response extends ReplyState>(
  parts: ServeParts,
  asked: OperationRequest<Response>,
  { context, body, error }: Failed,
) {
  const { route, request, exchange } = asked;
  const record = recordOf(request);
  if (error instanceof KeyRefused) record.caller = error.caller;
  const failure = await refused(parts, asked, context, error);
  exchange.fail(asked, failure);
  const counted = isAdmitted(route) ? toRefused(record, failure, body) : null;
  if (counted !== null) parts.onRefused?.(counted);
}

/** The caller as of a revision of its workspace, where it may call this operation. Throws a GatewayError: 401 or 403. */
export function authenticated(
  parts: ServeParts,
  { route, request }: Pick<AnyRequest, "route" | "request">,
  clientIp: string | null,
  atLeastRevision: number,
): Caller | Promise<Caller> {
  const token = sessionTokenOf(request, parts.trustsForwarded);
  if (token !== null) return authenticatedSession(parts, { route, request }, clientIp, token);
  const authorization = authorizationOf(route, request);
  const mayRemember = isAdmitted(route);
  const find = (revision: number) =>
    parts.authenticate(authorization, { mayRemember, atLeastRevision: revision });
  const admit = async (caller: Caller): Promise<Caller> => {
    if (accessFault(caller, route, clientIp) === null) return caller;
    // Remembered rights may be too narrow: before they refuse, they are read again.
    const fresh = mayRemember ? await find(Number.POSITIVE_INFINITY) : caller;
    const fault = accessFault(fresh, route, clientIp);
    if (fault === null) return fresh;
    recordOf(request).caller = fresh;
    throw fault;
  };
  const found = find(atLeastRevision);
  if (found instanceof Promise) return found.then(admit);
  return accessFault(found, route, clientIp) === null ? found : admit(found);
}

/** Whether its admission checks the key again, so that authentication may use its cache. */
function isAdmitted(route: Route): boolean {
  return route.key === "ordinary";
}

/**
 * A small body that is already there goes on: the statement that admits the request checks the key too. For any
 * other body the store is asked first, so that the body of a revoked key is not read, decompressed or parsed.
 */
function takeBody(
  parts: ServeParts,
  { route, request }: Pick<AnyRequest, "route" | "request">,
  context: RequestContext,
): unknown {
  const { entrance, limits } = parts;
  if (!route.takesBody) return undefined;
  if (route.key === "none")
    return readJson(request, { ...limits, maxBytes: anonymousBodyBytes }, context);
  // No admission follows that counts it.
  if (route.key === "any")
    return entrance.count(context.caller).then(() => readJson(request, limits, context));
  if (!isAdmitted(route) || (isPrompt(request) && !entrance.isShut(context.caller)))
    return readJson(request, limits, context);
  return passGate(entrance, context).then(() => readJson(request, limits, context));
}

/** No key was sent: from here on the request belongs to its signer. */
async function takeSigned(
  parts: ServeParts,
  { request }: Pick<AnyRequest, "request">,
  context: RequestContext,
  signature: Signature,
): Promise<unknown> {
  const { signer, body } = await readSigned(parts, request, signature, context);
  context.signer = signer;
  return body;
}

/** Any caller may send one, so that it holds a key and not much more. */
const anonymousBodyBytes = 4096;

/**
 * Re-checks the key of a request that failed before its admission, so that a revoked key always gets 401: its
 * authentication may be some seconds old.
 */
async function refused(
  { entrance }: ServeParts,
  { route }: Pick<AnyRequest, "route">,
  context: RequestContext | undefined,
  error: unknown,
): Promise<unknown> {
  const isMistake = error instanceof GatewayError && error.status < 500;
  if (!isMistake || context === undefined || !isAdmitted(route)) return error;
  if (context.rights.isDecided) return error;
  return passGate(entrance, context).then(
    () => error,
    (refusal: unknown) => refusal,
  );
}

/** Input, operation and reply of one id: the compiler keeps them together. */
function perform<Id extends OperationId>(
  { contract, operations }: ServeParts,
  { route, originalUrl, params, query }: Omit<AnyRequest, "response" | "exchange">,
  id: Id,
  body: unknown,
  context: Context,
): Promise<Reply<Output<Id>>> {
  const operation: Operation<Id> = operations[id];
  const turn = new TimeSlice();
  const answer = (input: Input<Id>) => {
    // The operations that call a model store nothing of their bodies.
    if (route.key !== "ordinary") refuseNul(route.path, input);
    return operation(input, context);
  };
  const checked = contract.checkRequest(id, { originalUrl, params, query, body });
  if (checked instanceof Promise) return checked.then(answer);
  // A body that took long to check takes long to read as well.
  return turn.isOver ? turn.pass().then(() => answer(checked)) : answer(checked);
}
