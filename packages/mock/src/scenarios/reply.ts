/** A reply that was read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly json: unknown;
  /** The `type` of each event, where the body is an event stream. */
  readonly events: readonly string[];
  /** Why the body ended too early; null where it did not. */
  readonly broken: string | null;
}

/** Reads a response, also one that breaks off: what had come is kept. */
export async function readReply(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const { text, broken } = await readText(response);
  const type = headers.get("content-type") ?? "";
  return {
    status,
    headers,
    text,
    json: type.includes("json") ? parsed(text) : undefined,
    events: type.includes("text/event-stream") ? eventTypesOf(text) : [],
    broken,
  };
}

async function readText(response: Response): Promise<{ text: string; broken: string | null }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { text: text + decoder.decode(), broken: null };
  } catch (error) {
    return { text, broken: String(error) };
  }
}

/** JSON, or undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function eventTypesOf(text: string): string[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => {
    const event = parsed(data);
    return typeof event === "object" && event !== null && "type" in event
      ? String(event.type)
      : data;
  });
}
