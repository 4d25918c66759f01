import type { Reading, ReadRequest, SentTurn, Wire } from "@portico/core/answer/wire";
import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { endUserRefusal, modelRefusal, outputRefusal } from "@portico/core/rules/call-rights";
import { type LeftOut, leftOutOf } from "@portico/core/wires/messages/left-out-of";
import { GatewayError, shown } from "../../errors.ts";
import type { UsageBound } from "../../money/price.ts";
import type { CanaryCall } from "../../routing/canary.ts";
import type { Abilities, Candidate, Model } from "../../routing/catalog.ts";
import type { Link } from "../../routing/links.ts";
import { type Preferences, readPreferences } from "../../routing/preferences.ts";
import { type Chance, chanceOf } from "../../routing/ranking.ts";
import type { Shadow } from "../../routing/shadow.ts";
import { readPicture } from "../../wires/pictures/read-picture.ts";
import { refuseLargeArguments } from "../../wires/refuse-large-arguments.ts";
import type { Gateway } from "../gateway.ts";
import type { Guard } from "../guardrail/guard.ts";
import { judgedCall } from "../guardrail/guardrails.ts";
import type { Context } from "../operation.ts";
import { type RightsCheck, refuseByRights } from "../paid-call/key-rights.ts";
import { sessionOf } from "../paid-call/session.ts";
import { adaptOutputs, forwardedBy, linksOf, needsOf } from "./adapt-outputs.ts";
import { asksForHourCache } from "./hour-cache.ts";
import { type InputBound, InputBounds } from "./input-bound.ts";
import { type Named, namedModels } from "./named-models.ts";
import { paidToolsFor, type ToolCall, toolLimitsFor, withTools } from "./paid-tools.ts";
import { openThoughts } from "./thoughts.ts";

export type UnplacedCall = Omit<RespondCall, "model" | "credential" | "requestId"> & ToolCall;

/** A request before its model and provider are chosen. */
export interface GenerateRequest {
  readonly operation: "responses" | "chat" | "messages";
  /** The field by which the caller limits the answer. */
  readonly limitField: string;
  readonly parameterNames: readonly string[];
  /** Names of what the request says and no provider is sent. */
  readonly leftOut: readonly string[];
  readonly preferences: Preferences;
  /** Of the session that the request belongs to. */
  readonly chance: Chance;
  /** Thoughts of earlier turns that could not be opened and are left out. */
  readonly unopenedThoughts: number;
  /** Decides whether the key may ask for this. */
  readonly refusalBy: RightsCheck;
  /** Judges what is sent and answered; null where no guardrail does. */
  readonly guard: Guard | null;
  /** Where what is asked for has a canary: its model comes last in the list, and is asked first. */
  readonly canary?: CanaryCall | undefined;
  /** The model that is asked too, once the caller has its answer. */
  readonly shadow?: Shadow | undefined;
  /** The requested model, and then those that may answer in its place, in this order. */
  readonly models: readonly [AskedModel, ...AskedModel[]];
}

/** The request to one of the models. */
export interface AskedModel {
  readonly model: Model;
  readonly call: UnplacedCall;
  readonly needs: Partial<Abilities>;
  readonly links: readonly Link[];
  /** The most that it can use, beside its answer. */
  readonly bound: Omit<UsageBound, "maxOutputTokens">;
}

export async function askedOf<Frame>(
  request: ReadRequest<Frame>,
  wire: Pick<Wire<never, Frame, unknown>, "operation" | "inputField" | "limitField" | "userFields">,
  context: Context,
): Promise<GenerateRequest> {
  const { gateway, caller } = context;
  const chance = chanceOf(() => sessionOf(request, (name) => context.header(name), caller));
  const { named, canary } = namedModels(request, context, chance);
  const [{ model: first }, ...others] = named;
  const refusalBy: RightsCheck = (rights) =>
    modelRefusal(
      rights,
      named.map(({ model: { id }, field, alias }) => ({ id, field, alias })),
    ) ??
    outputRefusal(rights, request.call.maxOutputTokens, wire.limitField) ??
    endUserRefusal(rights, request.call.user, wire.userFields);
  const refused = refuseByRights(context, refusalBy);
  if (refused !== undefined) await refused;
  const { sameCalls } = gateway.configuration.limits;
  if (sameCalls !== null) refuseLoop(request.call.conversation, sameCalls);
  const guard = gateway.guardrails === null ? null : guardOf(request, named, wire, context);
  const sent = guard === null ? request.call : await judgedCall(guard, request.call);
  const opening = openThoughts(sent.conversation, gateway.secrets, caller.workspaceId);
  const opened = opening instanceof Promise ? await opening : opening;
  const tooLarge = refuseLargeArguments(opened.conversation, wire.inputField);
  if (tooLarge !== undefined) await tooLarge;
  const toolLimits = toolLimitsFor(sent, gateway);
  const { conversation } = opened;
  const call = { ...sent, conversation, ...(toolLimits !== undefined && { toolLimits }) };
  const ask = askerOf(call);
  const asking = ask(first);
  const models: [AskedModel, ...AskedModel[]] = [asking instanceof Promise ? await asking : asking];
  for (const { model } of others) models.push(await ask(model));
  return {
    operation: wire.operation,
    limitField: wire.limitField,
    refusalBy,
    guard,
    models,
    parameterNames: request.parameterNames,
    leftOut: withoutTags(request.leftOut, gateway),
    unopenedThoughts: opened.unopened,
    preferences: readPreferences(request.provider),
    chance,
    canary,
    shadow: gateway.shadows?.get(request.modelId),
  };
}

function guardOf<Frame>(
  { call: { user } }: ReadRequest<Frame>,
  named: readonly Named[],
  { operation }: Pick<GenerateRequest, "operation">,
  context: Context,
): Guard | null {
  const models = named.map(({ model }) => model.id);
  return context.gateway.guardrails?.guardOf(context, { operation, models, user }) ?? null;
}

/** The request to this candidate's model. */
export function askedFor(
  { models }: Pick<GenerateRequest, "models">,
  { model }: Candidate,
): AskedModel {
  const asked = models.find((one) => one.model === model);
  if (asked === undefined) throw new RangeError(`There is no request to ${model.id}.`);
  return asked;
}

/** Models with the same conversation share the work that depends on its length. */
export function askerOf(call: UnplacedCall): (model: Model) => AskedModel | Promise<AskedModel> {
  const said = new Map<string, Said>();
  return (model) => {
    const forwarded = forwardedBy(model).join();
    const known = said.get(forwarded) ?? sayTo(model, call);
    said.set(forwarded, known);
    const asked = (bound: InputBound) => ofModel(model, known, bound);
    const bound = known.bounds.at(model.endpoints);
    return bound instanceof Promise ? bound.then(asked) : asked(bound);
  };
}

function ofModel(
  model: Model,
  { call, needs, links }: Said,
  { tokens: inputTokens, images, hasFiles }: InputBound,
): AskedModel {
  const { serviceTier } = call;
  const hasHourCache = asksForHourCache(call);
  const bound = { images, hasFiles, inputTokens, hasHourCache, serviceTier };
  return { model, call, needs, links, bound: withTools(call, model.endpoints, bound) };
}

interface Said extends Pick<AskedModel, "call" | "needs" | "links"> {
  readonly bounds: InputBounds;
}

function sayTo(model: Model, asked: UnplacedCall): Said {
  const conversation: readonly Turn[] = adaptOutputs(asked.conversation, model);
  const call = { ...asked, conversation };
  return {
    call,
    needs: needsOf(call),
    links: linksOf(call),
    bounds: new InputBounds(call),
  };
}

/** A label that the operator takes for a tag has its effect. */
function withoutTags(
  leftOut: readonly string[],
  { configuration: { tags } }: Gateway,
): readonly string[] {
  if (leftOut.length === 0 || tags.length === 0) return leftOut;
  return leftOut.filter((name) => !tags.some((tag) => name === `metadata.${tag}`));
}

/** What this candidate is not sent. */
export function leftOutBy(
  { taken }: Pick<Gateway, "taken">,
  asked: Pick<GenerateRequest, "models">,
  candidate: Candidate,
): LeftOut {
  const { call } = askedFor(asked, candidate);
  const { passThrough, tools } = call;
  if (passThrough === undefined) return leftOutOf(call, undefined);
  const { endpoint, byok } = candidate;
  const own = {
    model: endpoint.upstreamModel,
    tools,
    passThrough,
    ...(byok && { credential: "" }),
    ...paidToolsFor(call, candidate),
  };
  return leftOutOf(call, taken(endpoint, own));
}

export function readingOf(context: Pick<Context, "headersOf" | "gateway">): Reading {
  const keepsResponses = context.gateway.keptResponses !== null;
  return { headersOf: (prefix) => context.headersOf(prefix), readPicture, keepsResponses };
}

/**
 * Refuses an agent that goes in circles: since its user has last spoken, the model has made one call with the same arguments as often
 * as the operator allows. The conversation says so itself, on whichever node it arrives.
 */
export function refuseLoop(conversation: readonly SentTurn[], most: number): void {
  const made = new Map<string, number>();
  for (const turn of conversation.toReversed()) {
    if (turn.type === "message" && turn.role === "user") return;
    if (turn.type !== "call") continue;
    const call = JSON.stringify([turn.name, turn.arguments]);
    const times = (made.get(call) ?? 0) + 1;
    if (times >= most) throw loop(turn.name, most);
    made.set(call, times);
  }
}

function loop(name: string, most: number): GatewayError {
  return new GatewayError("rateLimited", {
    message: `The model has called ${shown(name)} ${most} times with the same arguments since its user has last spoken, and the operator allows no more (limits.same_calls). Stop, or send a message that changes its course.`,
    metadata: { of: "same_calls", limit: most, tool: name },
  });
}
