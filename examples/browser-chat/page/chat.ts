import {
  createPortico,
  type InputItem,
  isApiError,
  PorticoError,
  StreamError,
} from "@portico/client";

/** Everything said so far. The service keeps nothing, so each request carries all of it. */
const conversation: InputItem[] = [];

interface Settings {
  readonly gateway: string;
  readonly key: string;
  readonly model: string;
}

/** Asks, and tells of each piece of the answer as it comes. */
async function ask(
  text: string,
  { gateway, key, model }: Settings,
  signal: AbortSignal,
  onPiece: (piece: string) => void,
): Promise<void> {
  const portico = createPortico({ baseUrl: gateway, apiKey: key, app: { title: "Browser chat" } });
  const question: InputItem = {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
  };
  const stream = await portico.responses.stream(
    { model, input: [...conversation, question] },
    { signal },
  );
  for await (const piece of stream.textDeltas()) onPiece(piece);
  const { output } = await stream.finalResponse();
  conversation.push(question, ...output);
}

function explain(error: unknown): string {
  if (error instanceof DOMException && error.name === "AbortError") return "Stopped.";
  if (isApiError(error, 401)) return "The key is not valid. Look at the settings.";
  if (isApiError(error, 402)) return "The key has no credit left.";
  if (isApiError(error)) return error.message;
  if (error instanceof StreamError) return `The answer broke off: ${error.message}`;
  if (error instanceof PorticoError) return `No answer: ${error.message}`;
  throw error;
}

/** The address in the link, if it is on this machine: a link from elsewhere must not choose where the key is sent. */
function presetGateway(): string {
  const asked = new URLSearchParams(location.search).get("gateway") ?? "";
  const host = URL.canParse(asked) ? new URL(asked).hostname : "";
  return ["127.0.0.1", "localhost", "[::1]"].includes(host) ? asked : "http://127.0.0.1:4010";
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}.`);
}

const settings = element("settings", HTMLFormElement);
const question = element("question", HTMLTextAreaElement);
const form = element("ask", HTMLFormElement);
const send = element("send", HTMLButtonElement);
const stop = element("stop", HTMLButtonElement);
const list = element("conversation", HTMLOListElement);

/** The one address to change: the mock's, until you say otherwise. */
const defaults: Settings = {
  gateway: presetGateway(),
  key: "any-key-will-do-for-the-mock",
  model: "sandbox/text",
};
for (const [name, value] of Object.entries(defaults)) setting(name).value = value;

function setting(name: string): HTMLInputElement {
  const field = settings.elements.namedItem(name);
  if (field instanceof HTMLInputElement) return field;
  throw new Error(`There is no setting ${name}.`);
}

function readSettings(): Settings {
  const [gateway, key, model] = ["gateway", "key", "model"].map((name) => setting(name).value);
  return { ...defaults, ...(gateway && { gateway }), ...(key && { key }), ...(model && { model }) };
}

function say(className: string, text = ""): HTMLLIElement {
  const item = document.createElement("li");
  item.className = className;
  item.textContent = text;
  list.append(item);
  item.scrollIntoView({ block: "end" });
  return item;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (text === "" || send.hidden) return;
  question.value = "";
  void converse(text);
});

async function converse(text: string): Promise<void> {
  say("mine", text);
  const answer = say("theirs");
  const aborter = new AbortController();
  stop.onclick = () => aborter.abort();
  send.hidden = true;
  stop.hidden = false;
  try {
    await ask(text, readSettings(), aborter.signal, (piece) => answer.append(piece));
    answer.classList.add("complete");
  } catch (error) {
    const note = document.createElement("small");
    note.textContent = explain(error);
    answer.classList.add("failed");
    answer.append(note);
  } finally {
    send.hidden = false;
    stop.hidden = true;
    question.focus();
  }
}

question.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  form.requestSubmit();
});

// Until here nothing listens: a message written earlier would be lost, as when the page still waits for its worker.
question.disabled = false;
