import { expect } from "vitest";
import { describeFaultMatrix } from "../responses/fault-matrix.ts";
import { mostOutputTokens } from "../responses/faults.ts";
import { type Fields, readEvents, send } from "./ask.ts";
import { contentOf } from "./content-of.ts";

const messages = [{ role: "user", content: "Hi" }];

describeFaultMatrix({
  operation: "messages",
  ask: (gateway, asked, headers) =>
    send(gateway, { ...asked, max_tokens: mostOutputTokens, messages }, { headers }),
  served(text, isStreamed) {
    if (!isStreamed) return servedText(JSON.parse(text));
    const events = readEvents(text);
    const { delta, usage } = Object(events.at(-2));
    return servedText({ ...delta, usage, content: contentOf(events) });
  },
  brokenOff(text) {
    const events = readEvents(text);
    expect(events.at(-1)).toMatchObject({ type: "error", error: { message: expect.any(String) } });
    return saidIn(contentOf(events));
  },
});

function servedText({ stop_reason, content, usage }: Fields) {
  expect(stop_reason).toBe("end_turn");
  const { input_tokens: fresh, cache_read_input_tokens: cached, output_tokens } = Object(usage);
  return {
    said: saidIn(Object(content)),
    inputTokens: fresh + cached,
    outputTokens: output_tokens,
  };
}

function saidIn(content: readonly Fields[]): string {
  return content.map(({ text }) => text).join("");
}
