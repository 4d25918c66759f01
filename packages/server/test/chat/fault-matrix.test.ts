import type { Schema } from "@portico/contract";
import { expect } from "vitest";
import { describeFaultMatrix, type ServedText } from "../responses/fault-matrix.ts";
import { mostOutputTokens } from "../responses/faults.ts";
import { post, readStream } from "./read-chat.ts";

const messages = [{ role: "user", content: "Hi" }];

describeFaultMatrix({
  operation: "chat",
  ask: (gateway, asked, headers) =>
    post(gateway, { ...asked, max_completion_tokens: mostOutputTokens, messages }, { headers }),
  served(text, isStreamed) {
    if (!isStreamed) {
      const { choices, usage }: Schema<"ChatReply"> = JSON.parse(text);
      const [choice] = choices;
      return servedText(choice?.finish_reason, choice?.message.content, usage);
    }
    const { last, message } = readStream(text);
    return servedText(last.choices[0]?.finish_reason, message.content, last.usage);
  },
  brokenOff(text) {
    const { last, message } = readStream(text);
    expect(last.choices[0]?.finish_reason).toBe("error");
    return message.content ?? "";
  },
});

function servedText(
  reason: unknown,
  content: string | null | undefined,
  usage: Schema<"ChatUsage"> | undefined,
): ServedText {
  expect(reason).toBe("stop");
  if (usage === undefined) throw new Error("There is no usage.");
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens } = usage;
  expect(total_tokens).toBe(inputTokens + outputTokens);
  return { said: content ?? "", inputTokens, outputTokens };
}
