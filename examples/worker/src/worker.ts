import { createPortico, isApiError, PorticoError } from "@portico/client";

/** Secrets and settings of the worker, as its platform hands them to each request. */
interface Environment {
  readonly PORTICO_BASE_URL: string;
  readonly PORTICO_API_KEY: string;
  /** The address of the page that may ask. */
  readonly PAGE_ORIGIN: string;
}

/** `POST /ask` with `{"input": "…"}` streams an answer. The key stays here: pages never see it. */
export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    const answer = await answerTo(request, environment);
    answer.headers.set("Access-Control-Allow-Origin", environment.PAGE_ORIGIN);
    answer.headers.set("Access-Control-Allow-Headers", "Content-Type");
    return answer;
  },
};

async function answerTo(request: Request, environment: Environment): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  if (request.method !== "POST" || new URL(request.url).pathname !== "/ask")
    return failure(404, "POST /ask is all there is.");
  const input = await questionIn(request);
  if (input === null) return failure(400, 'Send {"input": "your question"}.');

  const portico = createPortico({
    baseUrl: environment.PORTICO_BASE_URL,
    apiKey: environment.PORTICO_API_KEY,
    app: { title: "Worker" },
  });
  try {
    const question = { model: "sandbox/text", input, max_output_tokens: 1000 };
    const stream = await portico.responses.stream(question, { signal: request.signal });
    return stream.toResponse();
  } catch (error) {
    if (!(error instanceof PorticoError)) throw error;
    console.error(error.message);
    return isApiError(error, 429)
      ? failure(429, "Too many questions. Try again soon.")
      : failure(502, "There is no answer at the moment.");
  }
}

/** Visitors send this: it is checked before it costs anything. */
async function questionIn(request: Request): Promise<string | null> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("input" in body)) return null;
  const { input } = body;
  return typeof input === "string" && input !== "" && input.length <= 4000 ? input : null;
}

/** In the form of the gateway, which `ResponseStream.fromResponse` reads in the page. */
function failure(status: number, message: string): Response {
  return Response.json({ error: { code: status, message } }, { status });
}
