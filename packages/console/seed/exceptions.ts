import type { Schema } from "@portico/client";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { research } from "./people.ts";
import { pick, type Random } from "./random.ts";
import { dayMs } from "./time.ts";

type Generation = Schema<"Generation">;

/** What is rare, and has to be there all the same: each at a fixed place among the requests. */
export function withExceptions(
  requests: readonly Generation[],
  nowMs: number,
  random: Random,
): Generation[] {
  const charged = requests.flatMap((one, place) => (isCharged(one) ? [place] : []));
  const at = (share: number) => charged[Math.floor(charged.length * share)] ?? -1;
  const abandoned = [at(0.31), at(0.32), at(0.74), at(0.985)];
  const refunded = [at(0.45), at(0.9)];
  const unbilled = [at(0.66), at(0.97)];
  return requests.map((one, place) => {
    if (abandoned.includes(place)) return toAbandoned(one);
    if (refunded.includes(place)) return toRefunded(one);
    if (unbilled.includes(place)) return toUnbilled(one);
    return withContent(one, nowMs, random);
  });
}

function isCharged({ total_cost: cost, error, workspace_id: workspace }: Generation): boolean {
  return cost > 0.001 && error === null && workspace !== null;
}

/** Its process died: the amount that was held is booked, and nothing else is known. */
function toAbandoned(one: Generation): Generation {
  const { held } = one;
  return {
    ...one,
    ...{ state: "abandoned", total_cost: held, usage: held, cost_details: null, price: null },
    configuration_version: null,
    tags: null,
    ...{ finish_reason: null, native_finish_reason: null, status: 500, estimated: true },
    ...{ error: { code: "abandoned", message: "Status 500." }, provider_name: null },
    ...{ provider_responses: [], attempts: 0, tokens_completion: 0 },
    ...{ native_tokens_completion: 0, native_tokens_reasoning: 0 },
  };
}

function toRefunded(one: Generation): Generation {
  const error = { code: "provider_failed", message: "Status 500." };
  return { ...one, ...{ state: "refunded", status: 500, error, total_cost: 0, usage: 0 } };
}

/** The provider billed more than was held: the operator pays the difference. */
function toUnbilled(one: Generation): Generation {
  const unbilled = toUsd(Math.round(toNanousd(one.total_cost) * 0.4));
  const charged = toUsd(toNanousd(one.total_cost) - toNanousd(unbilled));
  return {
    ...one,
    ...{ total_cost: charged, usage: charged, unbilled },
    cost_details: one.cost_details && { ...one.cost_details, unbilled },
  };
}

const questions = [
  "Summarise the attached minutes in five sentences.",
  "Which of these three proofs has a gap, and where?",
  'Write a test for <script>alert("hello")</script> in a comment field.',
  "Translate: 「研究室の予約はどこでできますか」",
  "List the assumptions of the model in table 2.",
] as const;

const answers = [
  "The group agreed to repeat the measurement with the second instrument.",
  "The second one: it uses the limit before showing that it exists.",
  'expect(render(comment)).toBe("&lt;script&gt;alert(&quot;hello&quot;)&lt;/script&gt;")',
  "Where can one book the laboratory?",
  "1. Independent errors.\n2. A linear response.\n3. No drift within a day.",
] as const;

const keptDays = 6;

/** The research workspace logs a part of its requests. */
function withContent(one: Generation, nowMs: number, random: Random): Generation {
  const isLogged = one.workspace_id === research && one.api_type === "completions";
  const isKept = Date.parse(one.created_at) > nowMs - keptDays * dayMs;
  if (!(isLogged && isKept) || one.error !== null || random() > 0.5) return one;
  const question = pick(random, questions);
  const text = answers[questions.indexOf(question)];
  const message = [{ role: "user", content: question }];
  const asked = one.operation === "responses" ? { input: question } : { messages: message };
  const request = { model: one.model, ...asked, stream: one.streamed };
  return { ...one, content: { request: JSON.stringify(request), reply: JSON.stringify({ text }) } };
}
