const inNoWay = (reason: string) => ({ thoughts: reason, "thoughts, streamed": reason });
const noThoughts = inNoWay("it sends no thoughts back");
const cannotLeave =
  "its streams go on when their reader has gone, and take no signal; the gateway ends the request at its own time limit";

/** What a client cannot do through any gateway, by the capability's name, and why. All else works. */
export const cannot: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "openai 7, its helpers": inNoWay("its `runTools()` sends back only the fields that it knows"),
  "ai + @ai-sdk/openai": noThoughts,
  "@langchain/openai": noThoughts,
  "@langchain/openrouter": noThoughts,
  "@llamaindex/openai": { ...noThoughts, abort: cannotLeave },
  "@llamaindex/anthropic": {
    ...inNoWay("it keeps one thought of an answer; with one call in an answer it works"),
    structured: "its adapter leaves `responseFormat` out of the request",
    abort: cannotLeave,
  },
  "@openai/agents": {
    "thoughts, streamed": "it leaves out what a stream says of a call's signature",
  },
};
