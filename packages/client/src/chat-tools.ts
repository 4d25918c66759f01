import type { CallOptions } from "./call.ts";
import { chatMessage } from "./chat-stream.ts";
import type { ChatMessage, ChatReply, ChatRequest, ChatToolCall } from "./contract.ts";
import { definitionsOf, type LoopOptions, runLoop, type Tools, unforced } from "./tool-loop.ts";

interface Request extends Omit<ChatRequest, "stream" | "stream_options"> {}

/**
 * The argument of `chat.runTools`: a request whose tools are your functions.
 *
 * @example
 * const tools = { now: { parameters: { type: "object" }, run: () => new Date().toISOString() } };
 * const messages = [{ role: "user" as const, content: "How late is it?" }];
 * const request: ChatToolLoopRequest = { model: "sandbox/text", messages, tools };
 * const { completion } = await portico.chat.runTools(request);
 */
export interface ChatToolLoopRequest extends Omit<Request, "tools"> {
  /** The functions that the model may call, by their names. */
  readonly tools: Tools<ChatToolCall>;
}

/**
 * How `chat.runTools` runs.
 *
 * @example
 * const options: ChatToolLoopOptions = { maxRounds: 5, onResponse: ({ usage }) => console.log(usage.total_tokens) };
 * const messages = [{ role: "user" as const, content: "How late is it?" }];
 * await portico.chat.runTools({ model: "sandbox/text", messages, tools: {} }, options);
 */
export interface ChatToolLoopOptions extends LoopOptions<ChatReply> {}

/**
 * What `chat.runTools` gives.
 *
 * @example
 * const said = ({ completion, messages }: ChatToolLoopReply) => [chatText(completion), messages.length];
 */
export interface ChatToolLoopReply {
  /** The last completion, which has no calls. */
  readonly completion: ChatReply;
  /** The whole conversation, to which you append the next user message. */
  readonly messages: ChatMessage[];
}

/** The tool loop over `/chat/completions`. The model's messages go back as they came, its thoughts included. */
export async function runChatTools(
  create: (request: Request, call: CallOptions) => Promise<ChatReply>,
  { tools, messages: given, tool_choice: choice, ...request }: ChatToolLoopRequest,
  options: ChatToolLoopOptions,
): Promise<ChatToolLoopReply> {
  const messages = [...given];
  const definitions = definitionsOf(tools).map((definition) => ({
    type: "function" as const,
    function: definition,
  }));
  const completion = await runLoop(
    {
      ask: (messages, chosen, call) =>
        create({ ...request, ...chosen, messages, tools: definitions }, call),
      itemsOf: (completion: ChatReply): ChatMessage[] => [chatMessage(completion)],
      callsOf: (completion) =>
        (chatMessage(completion).tool_calls ?? [])
          .filter((call) => call.type === "function")
          .map((call) => ({ call, ...call.function })),
      itemsOfResults: (results): ChatMessage[] =>
        results.map(({ call, output }) => ({
          role: "tool",
          tool_call_id: call.id,
          content: output,
        })),
      afterwards: unforced,
    },
    tools,
    messages,
    choice,
    options,
  );
  return { completion, messages };
}
