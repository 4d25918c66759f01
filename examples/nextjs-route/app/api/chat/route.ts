import {
  createPortico,
  type InputItem,
  isApiError,
  type Portico,
  PorticoError,
} from "@portico/client";

let client: Portico | undefined;

/** Made with the first question: `next build` loads this file, and has no key. */
function portico(): Portico {
  client ??= createPortico({ app: { title: "Next.js route" } });
  return client;
}

/** Answers a conversation with a stream. The key stays on the server, in PORTICO_API_KEY. */
export async function POST(request: Request): Promise<Response> {
  const input = await conversationIn(request);
  if (input === null)
    return failure(400, 'Send the conversation as {"messages": [{"role", "text"}]}.');
  try {
    const question = { model: "sandbox/text", input, max_output_tokens: 1000 };
    const stream = await portico().responses.stream(question, { signal: request.signal });
    return stream.toResponse();
  } catch (error) {
    if (!(error instanceof PorticoError)) throw error;
    console.error(error.message);
    return isApiError(error, 429)
      ? failure(429, "Too many questions. Try again soon.")
      : failure(502, "There is no answer at the moment.");
  }
}

/** The messages of the page, checked one by one: visitors can send anything. */
async function conversationIn(request: Request): Promise<InputItem[] | null> {
  const body: unknown = await request.json().catch(() => null);
  const messages = isObject(body) ? body["messages"] : null;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > 50) return null;
  const items = messages.map((message: unknown, index) => itemOf(message, `msg_${index}`));
  return items.every((item) => item !== null) ? items : null;
}

function itemOf(message: unknown, id: string): InputItem | null {
  if (!isObject(message) || typeof message["text"] !== "string") return null;
  const { role, text } = message;
  if (role === "user") return { type: "message", role, content: [{ type: "input_text", text }] };
  if (role !== "assistant") return null;
  const content = [{ type: "output_text" as const, text, annotations: [] }];
  return { type: "message", role, id, status: "completed", content };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** In the form of the gateway, which `ResponseStream.fromResponse` reads in the page. */
function failure(status: number, message: string): Response {
  return Response.json({ error: { code: status, message } }, { status });
}
