import type { Schema } from "@portico/contract";
import { expect } from "vitest";
import { describeFaultMatrix } from "./fault-matrix.ts";
import { mostOutputTokens } from "./faults.ts";
import { expectTruthful, parseEvents, post } from "./read-events.ts";

describeFaultMatrix({
  operation: "responses",
  ask: (gateway, asked, headers) =>
    post(gateway, { ...asked, max_output_tokens: mostOutputTokens, input: "Hi" }, { headers }),
  served(text, isStreamed) {
    const response: Schema<"Response"> = isStreamed ? endOf(text) : JSON.parse(text);
    expect(response.status).toBe("completed");
    const { input_tokens, output_tokens, total_tokens } = response.usage ?? {};
    expect(total_tokens).toBe(Number(input_tokens) + Number(output_tokens));
    return {
      said: response.output_text ?? "",
      ...{ inputTokens: Number(input_tokens), outputTokens: Number(output_tokens) },
    };
  },
  brokenOff(text) {
    const response = endOf(text);
    expect(response.status).toBe("failed");
    return response.output_text ?? "";
  },
});

/** The response of the terminal event, whose type says how it ended. */
function endOf(text: string): Schema<"Response"> {
  const { type, response } = expectTruthful(parseEvents(text));
  const ended = JSON.parse(JSON.stringify(response));
  expect(type).toBe(`response.${ended.status}`);
  return ended;
}
