import { addressOf, headersOf, type PlannedRequest, readEvents } from "@portico/try-it";
import { make } from "./dom.ts";
import { eventsView } from "./events-view.ts";
import type { TryItFacts } from "./facts.ts";
import { bodyView, headersView, type Refusal, refusalOf, refusalView } from "./reply-view.ts";

export interface ExchangeParts {
  readonly facts: TryItFacts;
  readonly request: PlannedRequest;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Where the reply is shown. */
  readonly output: HTMLElement;
  /** Says how things stand, also to readers who do not see it. */
  say(text: string): void;
  refused(refusal: Refusal, status: number): void;
}

/** Sends a request and shows the reply as it arrives. Never throws: what goes wrong is said. */
export async function exchange(parts: ExchangeParts): Promise<void> {
  const { output, say } = parts;
  const started = performance.now();
  const passed = () => performance.now() - started;
  output.replaceChildren();
  say("Sending …");
  try {
    const response = await send(parts);
    const status = statusText(response);
    say(`${status} · ${Math.round(passed())} ms`);
    output.append(statusLine(response, passed()), headersView(response.headers, parts.facts));
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream") && response.body !== null)
      await showStream(parts, response.body, passed);
    else showWhole(parts, response.status, await response.text(), type);
    if (!type.startsWith("text/event-stream")) say(`${status} · ${Math.round(passed())} ms`);
  } catch {
    say(parts.signal.aborted ? `Stopped after ${Math.round(passed())} ms.` : noAnswer(parts));
  }
}

function send({ request, key, signal }: ExchangeParts): Promise<Response> {
  const { method, body } = request;
  return fetch(addressOf(request), {
    method,
    signal,
    body,
    headers: {
      ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === null ? {} : { "Content-Type": "application/json" }),
      ...headersOf(request),
    },
    // The key travels in its header alone, and to the address that the reader sees.
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    cache: "no-store",
  });
}

async function showStream(
  { facts, request, output, say, signal }: ExchangeParts,
  body: ReadableStream<Uint8Array>,
  passed: () => number,
): Promise<void> {
  const schema = facts.operations[request.operationId]?.stream ?? "";
  const view = eventsView(schema, facts.events[schema] ?? {});
  output.append(view.element);
  let saidAt = 0;
  let how = "The stream ended";
  try {
    for await (const data of readEvents(body)) {
      view.add(data, passed());
      // A reader by ear cannot follow every event.
      if (passed() - saidAt < 1500) continue;
      saidAt = passed();
      say(`Streaming: ${view.count} events so far`);
    }
  } catch {
    how = signal.aborted ? "Stopped" : "The connection broke";
  }
  say(`${how} after ${view.count} events and ${Math.round(passed())} ms.`);
}

function showWhole(parts: ExchangeParts, status: number, text: string, type: string): void {
  const refusal = status >= 400 ? refusalOf(text) : null;
  if (refusal !== null) {
    parts.output.append(refusalView(refusal, parts.facts.errors));
    parts.refused(refusal, status);
  }
  parts.output.append(bodyView(text, type));
}

function statusText({ status, statusText: words }: Response): string {
  return `${status} ${words}`.trim();
}

function statusLine(response: Response, ms: number): HTMLElement {
  const state = response.ok ? "try-good" : "try-bad";
  return make(
    "p",
    { class: `try-status ${state}` },
    make("strong", {}, statusText(response)),
    ` after ${Math.round(ms)} ms`,
  );
}

function noAnswer({ request }: ExchangeParts): string {
  const { origin } = new URL(request.baseUrl);
  return origin === location.origin
    ? "No answer came: the connection was refused, or broke."
    : `No answer came from ${origin}: nothing listens there, the connection broke, or it does not allow pages of ${location.origin} (CORS).`;
}
