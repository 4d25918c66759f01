import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { repliesInTurn } from "../../../test/providers/replies-in-turn.ts";
import { emptyCall, settingsOf } from "../../../test/providers/sample.ts";
import { heard } from "../../../test/recorded/heard.ts";
import { UpstreamError, type UpstreamFailure } from "../../upstream/upstream-error.ts";
import { createProvider } from "../index.ts";
import { askAgainWithoutThoughts } from "./without-thoughts.ts";

const question: Turn = {
  type: "message",
  role: "user",
  content: [{ type: "text", text: "And now?" }],
};
const thought: Turn = { type: "thought", text: "Hm" };
const withThought: RespondCall = { ...emptyCall, conversation: [thought, question] };

const answer: readonly (readonly Part[])[] = [
  [{ type: "text", text: "Hi" }],
  [{ type: "finish", reason: "stop" }],
];

function refusal(
  message = "messages.1.content.0: Invalid `signature` in `thinking` block",
  failure: UpstreamFailure = "rejected",
): UpstreamError {
  return new UpstreamError(failure, message, { status: 400 });
}

/** An upstream that gives these in turn, and what it was asked. */
function upstream(...answers: readonly (readonly (readonly Part[] | UpstreamError)[])[]) {
  const asked: RespondCall[] = [];
  let closed = 0;
  async function* respond(call: RespondCall) {
    const batches = answers[asked.length] ?? [];
    asked.push(call);
    try {
      for (const batch of batches) {
        if (batch instanceof UpstreamError) throw batch;
        yield batch;
      }
    } finally {
      closed += 1;
    }
  }
  return { asked, respond, closed: () => closed };
}

async function partsOf(batches: AsyncIterable<readonly Part[]>): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const batch of batches) parts.push(...batch);
  return parts;
}

describe("an upstream that refuses earlier thoughts", () => {
  it.each([
    "messages.1.content.0: Invalid `signature` in `thinking` block",
    "The model returned the following errors: messages.5.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
    "messages.3.content.0: Invalid signature in redacted_thinking block",
    "messages.1.content.2: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
    "messages.129.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block",
    "The encrypted content gAAA...DQ== could not be verified.",
    "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content organization_id did not match the target organization.",
    "Could not decrypt the provided encrypted_content.",
    "Unable to submit request because Thought signature is not valid.. Learn more: …",
    "Corrupted thought signature.",
    "This model doesn't support the reasoningContent.reasoningText.signature field. Remove it and try again.",
    "Value at 'messages.1.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null",
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    "reasoning input items can only be provided to a reasoning or computer use model.",
    "'messages.1' : property 'reasoning' is unsupported",
    "'messages.1' : property 'reasoning_content' is unsupported, did you mean 'content'?",
    "body.messages.1.assistant.reasoning_content: Extra inputs are not permitted",
    "Unrecognized request argument supplied: reasoning_content",
  ])("is asked once more without them: %s", async (message) => {
    const { asked, respond } = upstream([refusal(message)], answer);
    expect(await partsOf(askAgainWithoutThoughts(withThought, respond))).toEqual(answer.flat());
    expect(asked).toEqual([withThought, { ...withThought, conversation: [question] }]);
  });

  it("is asked no third time", async () => {
    const { asked, respond } = upstream([refusal()], [refusal()], answer);
    const again = askAgainWithoutThoughts(withThought, respond);
    await expect(partsOf(again)).rejects.toThrow(/Invalid `signature`/);
    expect(asked).toHaveLength(2);
  });

  it("is asked once if no earlier turn has a thought", async () => {
    const { asked, respond } = upstream([refusal()], answer);
    await expect(partsOf(askAgainWithoutThoughts(emptyCall, respond))).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it("is asked once if parts came before the refusal", async () => {
    const { asked, respond } = upstream([[{ type: "text", text: "H" }], refusal()], answer);
    await expect(partsOf(askAgainWithoutThoughts(withThought, respond))).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it.each<[string, UpstreamError]>([
    ["another refusal", refusal("max_tokens: must be greater than thinking.budget_tokens")],
    [
      "a missing field",
      refusal("The `reasoning_content` in the thinking mode must be passed back."),
    ],
    ["a missing signature", refusal("Function call is missing a thought_signature in parts.")],
    ["another failure in the same words", refusal(undefined, "overloaded")],
  ])("is asked once after %s", async (_, error) => {
    const { asked, respond } = upstream([error], answer);
    await expect(partsOf(askAgainWithoutThoughts(withThought, respond))).rejects.toBe(error);
    expect(asked).toHaveLength(1);
  });

  it("is closed when the reader of the second answer leaves", async () => {
    const { asked, respond, closed } = upstream([refusal()], answer);
    for await (const _batch of askAgainWithoutThoughts(withThought, respond)) break;
    expect([asked.length, closed()]).toEqual([2, 2]);
  });

  it("is not asked again once the reader has left", async () => {
    const { asked, respond } = upstream([refusal()], answer);
    const reading = askAgainWithoutThoughts(withThought, respond)[Symbol.asyncIterator]();
    const first = expect(reading.next()).rejects.toThrow();
    await reading.return?.();
    await first;
    expect(asked).toHaveLength(1);
  });
});

const unverified =
  "Your organization must be verified to generate reasoning summaries. Please go to: …";
const answered = { object: "response", status: "completed", output: [] };

async function askedAfter(message: string, thoughts = { text: true, carriers: true }) {
  const upstream = repliesInTurn(
    { status: 400, body: JSON.stringify({ error: { message, code: "unsupported_value" } }) },
    { status: 200, body: JSON.stringify(answered) },
  );
  const provider = createProvider(settingsOf("openai"), upstream);
  const { error } = await heard(provider, {
    ...emptyCall,
    model: "gpt-5",
    stream: false,
    thoughts,
  });
  return { asked: upstream.asked, error };
}

describe("thoughts that OpenAI does not show", () => {
  it("are asked for once more without summaries by an organisation that is not verified", async () => {
    const { asked, error } = await askedAfter(unverified);
    expect(error).toBeUndefined();
    expect(asked).toMatchObject([{ reasoning: { summary: "auto" } }, {}]);
    expect(asked[1]).not.toHaveProperty("reasoning");
    expect(asked[1]).toMatchObject({ include: ["reasoning.encrypted_content"] });
  });

  it("are asked for no more where the model has none to encrypt", async () => {
    const { asked, error } = await askedAfter(
      "Encrypted content is not supported with this model.",
    );
    expect(error).toBeUndefined();
    expect(asked[1]).not.toHaveProperty("include");
  });

  it("are asked for once where something else is refused", async () => {
    const { asked, error } = await askedAfter("Your input exceeds the context window.");
    expect(asked).toHaveLength(1);
    expect(error?.failure).toBe("rejected");
    const unshown = await askedAfter(unverified, { text: false, carriers: true });
    expect(unshown.asked).toHaveLength(1);
  });
});
