import { type FailureKind, failures, GatewayError, kindOf } from "@portico/core/failures";
import { answerSaying, type Said } from "@portico/core/simulated-model";
import type { Call, Direct } from "../call.ts";
import { ConnectionRefused, exampleFailure, Failure, refusal, toReply } from "../failure.ts";
import { faults, wait } from "../rehearsal.ts";
import { type Asked, askedOf } from "./asked.ts";
import { fits, misfit } from "./fits.ts";
import { isSaid, type Rule, repliesOf, type ScriptedReply, type ScriptState } from "./script.ts";

/** Lets the script of a call's world decide what it meets. A call that no rule fits goes on as it is. */
export const playScript: Direct = async (call, behaviour) => {
  const { script } = call.world.data;
  if (script === undefined) return call;
  const asked = askedOf(call, behaviour);
  const found = dueReply(script, asked, behaviour?.question !== undefined);
  if (found === null) {
    if (asked.wire !== null && script.else === "refuse") throw unscripted(script, asked);
    return call;
  }
  call.world.touch();
  call.heard.rule = found.rule;
  call.heard.fault = found.reply.fault ?? null;
  return meet(found.reply, call);
};

interface Due {
  readonly rule: string;
  readonly reply: ScriptedReply;
}

/** The next reply of the first rule that fits, which has then been given. Words only for what can be said. */
function dueReply({ rules, used }: ScriptState, asked: Asked, canSpeak: boolean): Due | null {
  for (const [index, rule] of rules.entries()) {
    const count = used[index] ?? 0;
    const reply = fits(rule.when ?? {}, asked) ? replyAt(rule, count) : undefined;
    if (reply === undefined || (isSaid(reply) && !canSpeak)) continue;
    used[index] = count + 1;
    return { rule: nameOf(rule, index), reply };
  }
  return null;
}

/** The reply of a rule that has answered so often; undefined where it is used up. */
function replyAt(rule: Rule, used: number): ScriptedReply | undefined {
  const replies = repliesOf(rule);
  let left = used;
  return replies.find(({ times }, index) => {
    const isLast = index === replies.length - 1;
    const most = times ?? (isLast ? Number.POSITIVE_INFINITY : 1);
    if (left < most) return true;
    left -= most;
    return false;
  });
}

/** The call as it goes on; rejects with what the caller gets in place of an answer. */
async function meet(reply: ScriptedReply, call: Call): Promise<Call> {
  const { latency, pace, fault, example, headers = {} } = reply;
  if (latency !== undefined) await wait(latency, call.request.signal);
  if (fault === "refuse") throw new ConnectionRefused();
  const failure = failureIn(reply, call);
  if (failure !== null) {
    const { status, body } = failure;
    throw new Failure(status, body, { ...failure.headers, ...headers });
  }
  return {
    ...call,
    fault: fault ?? call.fault,
    headersToSend: headers,
    ...(pace !== undefined && { paceMs: pace }),
    ...(isSaid(reply) && { said: (question) => answerSaying(saidIn(reply), question) }),
    ...(example !== undefined && { preference: { ...call.preference, example } }),
  };
}

function failureIn({ fault, status, kind, message }: ScriptedReply, call: Call): Failure | null {
  if (kind !== undefined) return failureOfKind(kind, message);
  const code = status ?? (fault === undefined ? null : faults[fault]);
  if (code === null || code < 400) return null;
  return message === undefined ? exampleFailure(call.pack, code) : refusal(code, message);
}

function failureOfKind(word: string, message: string | undefined): Failure {
  const kind = kindOf(word);
  if (!isFailureKind(kind)) throw new Error(`There is no kind of failure ${word}.`);
  return toReply(new GatewayError(kind, message === undefined ? {} : { message })) as Failure;
}

function isFailureKind(kind: string): kind is FailureKind {
  return Object.hasOwn(failures, kind);
}

function saidIn({ text, json, thinks, calls }: ScriptedReply): Said {
  return {
    ...(thinks !== undefined && { thinks }),
    ...(calls !== undefined && { calls }),
    text: json === undefined ? (text ?? "") : JSON.stringify(json),
  };
}

export function nameOf({ name }: Rule, index: number): string {
  return name ?? `rules[${index}]`;
}

/** A refusal explains so many rules. */
const mostTold = 5;

function unscripted({ rules, used }: ScriptState, asked: Asked): Failure {
  const told = rules.slice(0, mostTold).map((rule, index) => {
    const part = misfit(rule.when ?? {}, asked);
    const isUsedUp = part === null && replyAt(rule, used[index] ?? 0) === undefined;
    return `${nameOf(rule, index)} ${isUsedUp ? "is used up" : `wants another ${part ?? "operation"}`}`;
  });
  const heard = `${asked.wire}, model ${asked.model}, turn ${asked.turn}, prompt ${JSON.stringify(asked.prompt.slice(0, 200))}`;
  const rulesTold = told.length === 0 ? "it has none" : told.join("; ");
  return refusal(404, `No rule of the script fits this call (${heard}): ${rulesTold}.`);
}
