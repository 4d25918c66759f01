import type { CallOptions } from "./call.ts";
import type {
  MessageReply,
  MessageRequest,
  MessageToolUse,
  MessageTurn,
  Schema,
} from "./contract.ts";
import { toolUsesOf } from "./message-stream.ts";
import { definitionsOf, type LoopOptions, runLoop, type Tools } from "./tool-loop.ts";

interface Request extends Omit<MessageRequest, "stream" | "thread"> {}
type Choice = Schema<"MessagesToolChoice"> | null;

/**
 * The argument of `messages.runTools`: a request whose tools are your functions.
 *
 * @example
 * const tools = { now: { parameters: { type: "object" }, run: () => new Date().toISOString() } };
 * const messages = [{ role: "user" as const, content: "How late is it?" }];
 * const request: MessageToolLoopRequest = { model: "sandbox/text", max_tokens: 500, messages, tools };
 * const { message } = await portico.messages.runTools(request);
 */
export interface MessageToolLoopRequest extends Omit<Request, "tools"> {
  /** The functions that the model may call, by their names. */
  readonly tools: Tools<MessageToolUse>;
}

/**
 * How `messages.runTools` runs.
 *
 * @example
 * const options: MessageToolLoopOptions = { maxRounds: 5, sessionId: "support-4711" };
 * const messages = [{ role: "user" as const, content: "How late is it?" }];
 * await portico.messages.runTools({ model: "sandbox/text", max_tokens: 500, messages, tools: {} }, options);
 */
export interface MessageToolLoopOptions extends LoopOptions<MessageReply> {}

/**
 * What `messages.runTools` gives.
 *
 * @example
 * const said = ({ message, messages }: MessageToolLoopReply) => [messageText(message), messages.length];
 */
export interface MessageToolLoopReply {
  /** The last message, which has no calls. */
  readonly message: MessageReply;
  /** The whole conversation, to which you append the next user message. */
  readonly messages: MessageTurn[];
}

/** The tool loop over `/messages`. The model's blocks go back as they came, its thoughts included. */
export async function runMessageTools(
  create: (request: Request, call: CallOptions) => Promise<MessageReply>,
  { tools, messages: given, tool_choice: choice, ...request }: MessageToolLoopRequest,
  options: MessageToolLoopOptions,
): Promise<MessageToolLoopReply> {
  const messages = [...given];
  const definitions = definitionsOf(tools).map(({ parameters, ...tool }) => ({
    ...tool,
    input_schema: parameters ?? {},
  }));
  const message = await runLoop(
    {
      ask: (messages, chosen, call) =>
        create({ ...request, ...chosen, messages, tools: definitions }, call),
      itemsOf: ({ role, content }: MessageReply): MessageTurn[] => [{ role, content }],
      callsOf: (reply) =>
        toolUsesOf(reply).map((call) => ({
          call,
          name: call.name,
          arguments: JSON.stringify(call.input),
        })),
      itemsOfResults: (results): MessageTurn[] => [
        {
          role: "user",
          content: results.map(({ call, output }) => ({
            type: "tool_result",
            tool_use_id: call.id,
            content: output,
          })),
        },
      ],
      afterwards: unforced,
    },
    tools,
    messages,
    choice,
    options,
  );
  return { message, messages };
}

/** Keeps whether the model may make several calls. */
function unforced(choice: Choice): Choice {
  if (choice?.type !== "any" && choice?.type !== "tool") return choice;
  const { disable_parallel_tool_use: single } = choice;
  return { type: "auto", ...(single && { disable_parallel_tool_use: single }) };
}
