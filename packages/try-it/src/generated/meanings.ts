// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
type Meanings = Readonly<Record<string, string>>;

/** What each event of a stream means, by the schema of the stream and the name of the event. */
export const eventMeanings: Readonly<Record<string, Meanings>> = {
  "StreamEvent": {
    "response.created": "Generation starts. It is the first event of every stream and announces the identifier of the response.",
    "response.in_progress": "The model is at work. Sent once, right after `response.created`.",
    "response.output_item.added": "A new output item begins: a message with empty content, or a function call that already has its name.",
    "response.content_part.added": "A content part of a message begins. Its text is still empty.",
    "response.content_part.delta": "A piece of text was generated. The same piece also arrives as `response.output_text.delta`.",
    "response.output_text.delta": "A piece of text was generated, in the vocabulary that widely used client libraries read. The same piece also arrives as `response.content_part.delta`.",
    "response.output_text.done": "The text of a part is complete.",
    "response.content_part.done": "A content part is complete.",
    "response.reasoning_summary_part.added": "A paragraph of a thought begins.",
    "response.reasoning_summary_text.delta": "A piece of a paragraph of a thought.",
    "response.reasoning_summary_text.done": "The text of a paragraph of a thought is complete.",
    "response.reasoning_summary_part.done": "A paragraph of a thought is complete.",
    "response.function_call_arguments.delta": "A piece of a function call's arguments was generated.",
    "response.function_call_arguments.done": "The arguments of a function call are complete and are valid JSON text.",
    "response.output_item.done": "An output item is complete, with its full content. A message or call that was cut short says so in its status.",
    "response.completed": "Generation ended well. Carries the whole response with its usage.",
    "response.incomplete": "Generation ended early, because the token limit was reached or a content filter stepped in. Sent in place of `response.completed`.",
    "response.failed": "Generation broke off after it had begun. Sent after the `error` event and followed by `[DONE]`.",
    "error": "Something went wrong after the stream had begun, when the HTTP status could no longer say so. `response.failed` and `[DONE]` follow. The same facts stand twice, because client libraries look for them in different places.",
    "response.done": "Generation ended. It is the last event of a stream that did not fail.",
    "response.custom_tool_call_input.delta": "A piece of a custom tool's text was generated.",
    "response.custom_tool_call_input.done": "The text for a custom tool is complete.",
    "[DONE]": "The stream is over."
  },
  "ChatStreamEvent": {
    "delta.role": "Says that the model speaks. Only the first delta has it.",
    "delta.content": "A piece of text.",
    "delta.reasoning": "A piece of the text of the thoughts; the same text as in `reasoning_details`.",
    "delta.reasoning_details": "Pieces of thoughts.",
    "delta.tool_calls": "A piece of a tool call.",
    "finish_reason": "Null until the last chunk. There `stop`, `tool_calls`, `length` or `content_filter`, or `error` where the answer broke off; then `error` beside `choices` says why.",
    "error": "Says once more, alone, why the answer broke off. It follows the chunk with the finish reason `error`, because client libraries look for a failure in different places.",
    "[DONE]": "The stream is over."
  },
  "MessageStreamEvent": {
    "message_start": "The reply begins. It says how many tokens were sent.",
    "content_block_start": "A block begins, without its words.",
    "content_block_delta": "A piece of the block that began last.",
    "content_block_stop": "The block is complete.",
    "message_delta": "The reply is complete: why it ended, and what it used.",
    "message_stop": "The stream is complete.",
    "ping": "Sent in silence, so that the connection is seen to live. Ignore it.",
    "error": "Something went wrong after the stream had begun, when the HTTP status could no longer say so. Nothing follows.",
    "[DONE]": "The stream is over."
  }
};

/** What each kind of failure means. The documentation has a page for each. */
export const errorMeanings: Meanings = {
  "bad_request": "The request is malformed, or a parameter is missing or out of range.",
  "unauthenticated": "No key was sent, or it is unknown, disabled or expired.",
  "wrong_key_kind": "The operation takes the other kind of key, ordinary or management.",
  "out_of_credits": "A limit, a budget or the organisation's credit does not cover the request.",
  "not_allowed": "The rights of the key do not allow it.",
  "network_not_allowed": "The key may not be used from the caller's address.",
  "not_found": "The thing or the path does not exist.",
  "model_not_found": "The model does not exist, or is of another kind.",
  "no_provider": "No provider of the model may serve the request.",
  "method_not_allowed": "The path does not take the method.",
  "conflict": "The state of the thing does not allow it.",
  "too_large": "The body is larger than the gateway accepts.",
  "unsupported_media_type": "The body is not JSON, or not said to be.",
  "rate_limited": "A limit of requests or tokens is exceeded, of the key or of a provider.",
  "headers_too_large": "The headers are larger than the gateway accepts.",
  "internal": "The gateway failed in a way that it did not expect.",
  "secret_unreadable": "The gateway cannot open a secret that it keeps.",
  "provider_failed": "The provider failed, or answered in a way that cannot be used.",
  "unavailable": "The gateway cannot serve the request at the moment.",
  "overloaded": "Every provider that may serve the request is overloaded or cannot be reached."
};
