import { answeredInPlace } from "@portico/core/rules/models";
import { listed } from "@portico/core/wires/reading/left-out";
import { noPriceVersion } from "../../money/price-origin.ts";
import type { Candidate, Deprecation } from "../../routing/catalog.ts";
import type { Gateway } from "../gateway.ts";
import { askedFor, type GenerateRequest, leftOutBy } from "./asked.ts";
import { marksOf } from "./hour-cache.ts";
import type { ResponsePlan } from "./planning.ts";

/** Notices about the model that answered, for callers who may have named several models, and about what it was not sent. */
export function noticesOf(
  gateway: Pick<Gateway, "taken" | "keepsMarks">,
  asked: GenerateRequest,
  { unable }: Pick<ResponsePlan, "unable">,
  candidate: Candidate,
): string[] {
  const { model } = candidate;
  const [{ model: wanted }] = asked.models;
  const ids = unable.map(({ id }) => id).join(", ");
  const passedOver = `Left out, because no provider of them can serve this request as it is: ${ids}.`;
  return [
    ...(model === wanted ? [] : [answeredInPlace(model.id, wanted.id)]),
    ...(unable.length === 0 ? [] : [passedOver]),
    ...(isUnthinking(asked, candidate)
      ? ["Thoughts were asked for, and the provider cannot be asked to think."]
      : []),
    ...aboutModel(candidate),
    ...aboutLeftOut(asked, candidate),
    ...aboutUncarried(gateway, asked, candidate),
  ];
}

function aboutModel({ model, endpoint, byok }: Candidate): string[] {
  const { deprecation } = model;
  const isUnpriced = endpoint.priceOrigin.version === noPriceVersion && !byok;
  return [
    ...(deprecation === undefined ? [] : [deprecationNotice(model.id, deprecation)]),
    ...(isUnpriced ? [`${model.id} has no price here: nothing is charged for it.`] : []),
  ];
}

function deprecationNotice(id: string, { ends, use }: Deprecation): string {
  const until = ends === undefined ? "" : ` It is served until ${ends}.`;
  return `${id} is deprecated.${until}${use === undefined ? "" : ` Use ${use} in its place.`}`;
}

function aboutUncarried(
  gateway: Pick<Gateway, "taken" | "keepsMarks">,
  asked: GenerateRequest,
  candidate: Candidate,
): string[] {
  const places = marksOf(askedFor(asked, candidate).call).map(({ place }) => place);
  const names = [
    ...asked.leftOut,
    ...leftOutBy(gateway, asked, candidate).names,
    ...(places.length === 0 || gateway.keepsMarks(candidate.endpoint, places)
      ? []
      : ["cache_control"]),
  ];
  return names.length === 0 ? [] : [`Left out, because it cannot be handed on: ${listed(names)}.`];
}

/** The reply says what became of a service tier, and the gateway itself keeps to the most output tokens. */
const saidOtherwise: ReadonlySet<string> = new Set(["service_tier", "max_output_tokens"]);

/** What a wire calls a parameter, where that differs from its usual name. */
const wireNames: Readonly<Record<GenerateRequest["operation"], Readonly<Record<string, string>>>> =
  {
    responses: { verbosity: "text.verbosity" },
    chat: { text: "response_format" },
    messages: {
      stop: "stop_sequences",
      text: "output_config.format",
      reasoning: "output_config.effort",
      parallel_tool_calls: "tool_choice.disable_parallel_tool_use",
    },
  };

function aboutLeftOut(asked: GenerateRequest, candidate: Candidate): string[] {
  const { supportedParameters } = candidate.endpoint;
  const names = asked.parameterNames
    .filter((name) => !supportedParameters.includes(name) && !saidOtherwise.has(name))
    .filter((name) => name !== "reasoning" || !isUnthinking(asked, candidate))
    .map((name) => wireNames[asked.operation][name] ?? name);
  return names.length === 0
    ? []
    : [`Left out, because the provider has no such parameter: ${names.join(", ")}.`];
}

function isUnthinking(asked: GenerateRequest, candidate: Candidate): boolean {
  const { thoughts, reasoning } = askedFor(asked, candidate).call;
  const isAsked = thoughts !== undefined && reasoning !== undefined;
  return isAsked && !candidate.endpoint.supportedParameters.includes("reasoning");
}
