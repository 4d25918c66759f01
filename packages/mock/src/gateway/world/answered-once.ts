import {
  idempotencyHeader,
  refuseIdempotencyKey,
  usedForAnother,
} from "@portico/core/rules/idempotency";
import type { Answer, Call } from "../call.ts";
import type { AnsweredOnce } from "./data.ts";

/** As many as a test repeats. */
const most = 100;

/** The answer of an earlier request of the same key and name, or a new one, which is then kept. */
export async function answeredOnce<Answered extends { readonly decided: Answer }>(
  call: Call,
  headers: Record<string, string>,
  answer: () => Promise<Answered>,
): Promise<Pick<Answered, "decided"> & Partial<Answered>> {
  const key = call.headers.get(idempotencyHeader);
  const { row } = call.caller;
  if (key === null || row === null) return answer();
  refuseIdempotencyKey(key);
  const { data } = call.world;
  const name = `${row.record.hash} ${key}`;
  const asked = JSON.stringify([call.pack.facts.id, call.body]);
  const first = data.answeredOnce?.find((each) => each.name === name);
  if (first !== undefined && first.asked !== asked) throw usedForAnother();
  headers["Idempotent-Replayed"] = String(first !== undefined);
  if (first !== undefined) return { decided: structuredClone(first.decided) } as Answered;
  const answered = await answer();
  if (!call.heard.fault) keep(data, { name, asked, decided: answered.decided });
  call.world.touch();
  return answered;
}

function keep(data: Call["world"]["data"], one: AnsweredOnce): void {
  data.answeredOnce = [...(data.answeredOnce ?? []), structuredClone(one)].slice(-most);
}
