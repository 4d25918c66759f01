/** The contract's types under the names that the client's own surface uses. */
import type {
  components,
  operations as contractOperations,
  paths as contractPaths,
} from "@portico/contract/schema";

type AllSchemas = components["schemas"];
/** An interface, because editors print it by its name. */
interface Schemas extends AllSchemas {}

/**
 * Every path of the contract, for the raw typed `GET`, `POST`, `PUT`, `PATCH` and `DELETE`.
 *
 * @example
 * type PathOfKeys = Extract<keyof paths, `/keys${string}`>;
 * const path: PathOfKeys = "/keys/{hash}";
 */
export type paths = contractPaths;

/**
 * Every operation of the contract by its id: its parameters, body and replies.
 *
 * @example
 * type Replies = operations["createApiKey"]["responses"];
 * const refusals: (keyof Replies)[] = [400, 401];
 */
export type operations = contractOperations;

/**
 * One schema of the contract by its name.
 *
 * @example
 * const byName = (a: Schema<"ApiKey">, b: Schema<"ApiKey">) => a.name.localeCompare(b.name);
 * const keys = (await portico.keys.list().toArray()).toSorted(byName);
 */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

type AllQueries = {
  [Path in keyof paths as paths[Path] extends { get: object } ? Path : never]: paths[Path] extends {
    get: { parameters: { query?: infer Given } };
  }
    ? NonNullable<Given>
    : never;
};
interface Queries extends AllQueries {}

/**
 * The query of a list, by its path.
 *
 * @example
 * const query: Query<"/generations"> = { model: "sandbox/text", failed: true };
 * for await (const { id } of portico.generations.list(query)) console.log(id);
 */
export type Query<Path extends keyof Queries> = Queries[Path];

/**
 * The body of `POST /responses`, whole: `portico.responses` sets `stream` by itself and takes a `ResponsesRequest`.
 *
 * @example
 * const body: ResponseRequest = { model: "sandbox/text", input: "Hello", stream: true };
 * await fetch("http://127.0.0.1:4010/api/v1/responses", { method: "POST", body: JSON.stringify(body) });
 */
export interface ResponseRequest extends Schema<"ResponseRequest"> {}

/**
 * A response of a model: its output, its status and what it used.
 *
 * @example
 * const response: ModelResponse = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * console.log(response.status, response.usage?.total_tokens);
 */
export interface ModelResponse extends Schema<"Response"> {}

/**
 * One item of a conversation, as it is sent: a message, a call, its result, or a thought.
 *
 * @example
 * const input: InputItem[] = [
 *   { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] },
 * ];
 * const { output } = await portico.responses.create({ model: "sandbox/text", input });
 * input.push(...output);
 */
export type InputItem = Schemas["InputItem"];

/**
 * One item of a response: a message, a call of a function, or a thought. Narrow it by `type`.
 *
 * @example
 * const { output } = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * const kinds = output.map((item: OutputItem) => (item.type === "function_call" ? item.name : item.type));
 */
export type OutputItem = Schemas["OutputItem"];

/**
 * A call of one of your functions. `arguments` is JSON text.
 *
 * @example
 * const answer = ({ call_id, name }: FunctionCall): InputItem =>
 *   ({ type: "function_call_output", call_id, output: `${name} is done` });
 */
export type FunctionCall = Extract<OutputItem, { type: "function_call" }>;

/**
 * A call of one of your custom tools. `input` is text of any form.
 *
 * @example
 * const answer = ({ call_id, input }: CustomToolCall): InputItem =>
 *   ({ type: "custom_tool_call_output", call_id, output: `${input.length} characters are read` });
 */
export type CustomToolCall = Extract<OutputItem, { type: "custom_tool_call" }>;

/**
 * What a model thought before it answered.
 *
 * @example
 * const words = ({ summary }: Reasoning) => summary.map(({ text }) => text).join(" ");
 */
export type Reasoning = Extract<OutputItem, { type: "reasoning" }>;

/**
 * A function in the form of `POST /responses`. `runTools` makes it from your `ToolFunction`.
 *
 * @example
 * const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
 * const tool: FunctionTool = { type: "function", name: "get_weather", description: "", strict: null, parameters };
 * const { output } = await portico.responses.create({ model: "sandbox/text", input: "Weather?", tools: [tool] });
 */
export interface FunctionTool extends Schema<"FunctionTool"> {}

/**
 * One event of a stream of `POST /responses`. Narrow it by `type`.
 *
 * @example
 * const piece = (event: StreamEvent) => (event.type === "response.output_text.delta" ? event.delta : "");
 * const stream = await portico.responses.stream({ model: "sandbox/text", input: "Hello" });
 * for await (const event of stream) console.log(event.type, piece(event));
 */
export type StreamEvent = Schemas["StreamEvent"];

/**
 * The body of `POST /chat/completions`, whole: `portico.chat` takes a `ChatCompletionRequest`.
 *
 * @example
 * const body: ChatRequest = { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }], stream: false };
 * const { data } = await portico.POST("/chat/completions", { body });
 */
export interface ChatRequest extends Schema<"ChatRequest"> {}

/**
 * A message of a chat completion's conversation. Narrow it by `role`.
 *
 * @example
 * const messages: ChatMessage[] = [
 *   { role: "system", content: "Answer in one word." },
 *   { role: "user", content: "What holds a portico up?" },
 * ];
 * const completion = await portico.chat.create({ model: "sandbox/text", messages });
 */
export type ChatMessage = Schemas["ChatMessage"];

/**
 * A whole chat completion.
 *
 * @example
 * const tokens = ({ usage }: ChatReply) => usage.total_tokens;
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * console.log(tokens(await portico.chat.create({ model: "sandbox/text", messages })));
 */
export interface ChatReply extends Schema<"ChatReply"> {}

/**
 * The model's message in a chat completion, to be sent back as it is.
 *
 * @example
 * const thought = (message: ChatReplyMessage) => message.reasoning ?? "no thoughts shown";
 */
export interface ChatReplyMessage extends Schema<"ChatReplyMessage"> {}

/**
 * One chunk of a streamed chat completion.
 *
 * @example
 * const piece = ({ choices }: ChatChunk) => choices[0]?.delta.content ?? "";
 */
export interface ChatChunk extends Schema<"ChatChunk"> {}

/**
 * A call of one of your functions in a chat completion.
 *
 * @example
 * const title = (call: ChatToolCall) => `${call.function.name}(${call.function.arguments})`;
 */
export interface ChatToolCall extends Schema<"ChatFunctionToolCall"> {}

/**
 * A call of one of your custom tools in a chat completion: `input` is text of any form.
 *
 * @example
 * const title = (call: ChatCustomToolCall) => `${call.custom.name}: ${call.custom.input}`;
 */
export interface ChatCustomToolCall extends Schema<"ChatCustomToolCall"> {}

/**
 * The body of `POST /messages`, whole: `portico.messages` takes a `MessagesRequest`.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const body: MessageRequest = { model: "sandbox/text", max_tokens: 500, messages, stream: false };
 * const { data } = await portico.POST("/messages", { body });
 */
export interface MessageRequest extends Schema<"MessagesRequest"> {}

/**
 * The body of `POST /messages/count_tokens`.
 *
 * @example
 * const question: MessageConversation = { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }] };
 * console.log((await portico.messages.countTokens(question)).input_tokens);
 */
export interface MessageConversation extends Schema<"MessagesConversation"> {}

/**
 * One turn of a conversation in Anthropic's format.
 *
 * @example
 * const messages: MessageTurn[] = [{ role: "user", content: "Hello" }];
 * const { role, content } = await portico.messages.create({ model: "sandbox/text", max_tokens: 500, messages });
 * messages.push({ role, content });
 */
export interface MessageTurn extends Schema<"MessagesTurn"> {}

/**
 * A whole message of the model, in Anthropic's format.
 *
 * @example
 * const tokens = ({ usage }: MessageReply) => usage.output_tokens;
 */
export interface MessageReply extends Schema<"MessagesReply"> {}

/**
 * One event of a stream of `POST /messages`. Narrow it by `type`.
 *
 * @example
 * const started = (event: MessageEvent) => (event.type === "message_start" ? event.message.id : null);
 */
export type MessageEvent = Schemas["MessageStreamEvent"];

/**
 * A call of one of your tools in a message, with its whole input.
 *
 * @example
 * const title = ({ name, input }: MessageToolUse) => `${name} ${JSON.stringify(input)}`;
 */
export type MessageToolUse = Extract<Schemas["MessagesReplyBlock"], { type: "tool_use" }>;

/**
 * The body of `POST /embeddings`, whole: `portico.embeddings` takes an `EmbedRequest`.
 *
 * @example
 * const body: EmbeddingsRequest = { model: "sandbox/embed", input: "one text", encoding_format: "float" };
 * const { data } = await portico.POST("/embeddings", { body });
 */
export interface EmbeddingsRequest extends Schema<"EmbeddingsRequest"> {}

/**
 * The reply of `POST /embeddings` as it is sent: `toVector` gives the numbers of one item.
 *
 * @example
 * const vectors = ({ data }: EmbeddingsReply) => data.map(({ embedding }) => toVector(embedding));
 */
export interface EmbeddingsReply extends Schema<"EmbeddingsReply"> {}

/**
 * The body of `POST /rerank`.
 *
 * @example
 * const request: RerankRequest = { model: "sandbox/rerank", query: "warm bread", documents: ["a bridge", "a bakery"] };
 * const { results } = await portico.rerank.create(request);
 */
export interface RerankRequest extends Schema<"RerankRequest"> {}

/**
 * Documents in the order of their relevance.
 *
 * @example
 * const best = ({ results }: RerankReply) => results[0]?.index;
 */
export interface RerankReply extends Schema<"RerankReply"> {}

/**
 * One document of a rerank: its place in the request and its relevance.
 *
 * @example
 * const line = ({ index, relevance_score }: RerankResult) => `${index}: ${relevance_score}`;
 */
export interface RerankResult extends Schema<"RerankResult"> {}

/**
 * A model that makes embeddings, as the gateway lists it.
 *
 * @example
 * const line = ({ id, context_length = 0 }: EmbeddingModel) => `${id}: ${context_length} tokens`;
 * for await (const model of portico.embeddings.models()) console.log(line(model));
 */
export interface EmbeddingModel extends Schema<"EmbeddingModel"> {}

/**
 * A workspace: its name, its defaults and what it logs.
 *
 * @example
 * const title = ({ name, slug }: Workspace) => `${name} (${slug})`;
 * const { data } = await portico.workspaces.get("default");
 * console.log(title(data));
 */
export interface Workspace extends Schema<"Workspace"> {}
