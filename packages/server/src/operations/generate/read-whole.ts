import type { Answer } from "@portico/core/answer/answer";
import type { FinishReason, Part } from "@portico/core/model-call/parts";
import type { OutputGate } from "../../answer/answer-stream.ts";
import type { WholeReading } from "../../routing/respond-whole.ts";

export interface ReadAnswer {
  readonly answer: Answer;
  readonly reason: FinishReason;
}

/** Collects one candidate's answer, until it has ended or there is enough of it. */
export function readWhole(answer: Answer, gate: OutputGate): WholeReading<ReadAnswer> {
  const push = (parts: readonly Part[]): boolean => {
    pushAll(answer, parts);
    if (gate.beyond === null) return true;
    answer.cutOff(gate.beyond);
    return false;
  };
  return {
    take(batch) {
      const passed = gate.pass(batch, answer);
      return passed instanceof Promise ? passed.then(push) : push(passed);
    },
    end: () => ({ answer, reason: answer.end() }),
  };
}

export function pushAll(answer: Answer, parts: readonly Part[]): void {
  let taken = 0;
  try {
    for (const part of parts) {
      taken += 1;
      answer.push(part);
    }
  } catch (error) {
    // The reply with the invalid part may hold the usage.
    for (const part of parts.slice(taken)) answer.count(part);
    throw error;
  }
}
