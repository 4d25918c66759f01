import { GatewayError } from "@portico/core/failures";
import { fieldsOf, textOf } from "@portico/core/json/shape";
import { toNanousd, toNanousdOrNull } from "@portico/core/rules/amounts";
import { endUserRefusal, modelRefusal, outputRefusal } from "@portico/core/rules/call-rights";
import { readSessionBudget, sessionBudgetHeader } from "@portico/core/rules/session-budget";
import {
  type SpentLimit,
  spentDetails,
  spentMessage,
  spentReason,
  usedUpDetails,
} from "@portico/core/rules/spent-limit";
import { tagsOf } from "@portico/core/rules/tags";
import type { Answer, Call } from "../call.ts";
import type { Failure } from "../failure.ts";
import { alertAfterCharge } from "./alerts.ts";
import { generationOf, numberOf, sessionIdOf } from "./generation-of.ts";
import { callerGivenName } from "./key-text.ts";
import { tagNames } from "./settings.ts";
import { type Limit, limitsOf, type SessionLimit, sessionLimit, type Whom } from "./spending.ts";

/**
 * Books a call of a model and what it cost, or refuses it where a limit does not cover it. `failure` is what its caller gets
 * in place of the answer.
 */
export function meter(call: Call, answer: Answer, id: string, failure: Failure | null): void {
  const reply = fieldsOf("reply" in answer ? answer.reply : "json" in answer ? answer.json : {});
  const usage = fieldsOf(reply["usage"]);
  const cost = numberOf(usage["cost"]);
  const { world, caller } = call;
  const whom = whomOf(call);
  const sessionId = sessionIdOf(call);
  const limits = [...sessionLimits(call, sessionId), ...limitsOf(world.data, caller.row, whom)];
  const short = limits.find(({ left }) => cost > 0 && left < toNanousd(cost));
  if (short !== undefined) throw outOfCredits(short, toNanousd(cost), sessionId);
  const record = {
    ...generationOf(call, reply, id, failure),
    external_user: whom.endUser,
    tags: whom.tags,
  };
  world.data.generations.push({ record, isOld: false });
  world.touch();
  alertAfterCharge(world, caller.row, whom);
}

/** Of a call that names its session, where it or its key has a budget for that. */
function sessionLimits({ caller, headers, world }: Call, sessionId: string | null) {
  if (caller.row === null) return [];
  const ofKey = toNanousdOrNull(caller.row.record.session_budget);
  const budget = readSessionBudget(headers.get(sessionBudgetHeader), sessionId, ofKey);
  if (sessionId === null || budget === null) return [];
  return [sessionLimit(world.data, caller.row, sessionId, budget)];
}

/** Refuses a model that the key may not use, more tokens than it may ask for, and no end user where it has to name one. */
export function checkRights(call: Call): void {
  const { caller, body, world } = call;
  if (caller.row === null) return;
  const { allowed_models, max_output_tokens, requires_end_user } = caller.row.record;
  const { model, max_output_tokens: own, max_tokens: other } = fieldsOf(body);
  const endUser = endUserOf(call);
  const refused =
    modelRefusal({ allowedModels: allowed_models }, [
      { id: textOf(model) ?? "", field: "model" },
    ]) ??
    outputRefusal(
      { maxOutputTokens: max_output_tokens },
      numberOf(own ?? other),
      own === undefined ? "max_tokens" : "max_output_tokens",
    ) ??
    endUserRefusal({ requiresEndUser: requires_end_user }, endUser, userFields(call));
  if (refused === null) return;
  // A key without money does not learn of its mistake.
  const spent = limitsOf(world.data, caller.row, whomOf(call)).find(({ left }) => left === 0);
  throw spent === undefined ? refused : outOfCredits(spent);
}

/** The fields that name the end user. */
function userFields({ pack }: Call): readonly string[] {
  const { id } = pack.facts;
  if (id === "createMessage") return ["metadata.user_id"];
  const isChat = id === "createResponse" || id === "createChatCompletion";
  return isChat ? ["user", "safety_identifier"] : ["user"];
}

function whomOf(call: Call): Whom {
  const { headers, body, world } = call;
  const said = { header: headers.get("x-tags"), body: fieldsOf(body) };
  return { endUser: endUserOf(call), tags: tagsOf(tagNames(world.data), said, callerGivenName) };
}

/** By the first of its fields that is not empty, without the space around it. */
function endUserOf(call: Call): string | null {
  const { metadata, ...others } = fieldsOf(call.body);
  const said = { ...others, "metadata.user_id": fieldsOf(metadata)["user_id"] };
  const named = userFields(call).map((field) => textOf(fieldsOf(said)[field]));
  return callerGivenName(named.find(Boolean));
}

/** 402 in the gateway's words. Without an amount, not even the smallest request is covered. */
function outOfCredits(
  limit: Limit | SessionLimit,
  needed?: number,
  sessionId?: string | null,
): GatewayError {
  const { limit: limitNanousd, spent: spentNanousd, held: heldNanousd, resetsAt } = limit;
  const tag = "tag" in limit && { tag: limit.tag };
  const of = limit.of === "end_user" ? "endUser" : limit.of;
  const spent: SpentLimit = {
    of,
    ...(of === "session" && { sessionId: sessionId ?? null }),
    remainingNanousd: limit.left,
    limit:
      of === "organisation"
        ? null
        : { limitNanousd, spentNanousd, heldNanousd, resetsAtMs: resetsAt, ...tag },
  };
  if (needed === undefined) return new GatewayError("outOfCredits", usedUpDetails(spent));
  const reason = spentReason(spent, needed);
  return new GatewayError("outOfCredits", {
    ...spentDetails(spent, needed, reason),
    message: spentMessage(spent, needed, reason, (name) => `Raise ${name}`),
  });
}
