import { type CodeKind, codeKindsOf, codeOf, type PlannedRequest } from "@portico/try-it";
import { copyText } from "@portico/try-it/copy-text";
import { field, make, select } from "./dom.ts";
import { exchange } from "./exchange.ts";
import type { OperationFacts, TryItFacts } from "./facts.ts";
import type { Refusal } from "./reply-view.ts";
import { type Opening, type RequestForm, requestForm } from "./request-form.ts";
import { masked } from "./session.ts";

/** The request as code, which follows what the reader changes. */
interface CodeView {
  readonly element: HTMLElement;
  update(): void;
}

function codeView(plan: () => PlannedRequest, secret: () => string): CodeView {
  const choice = select([]);
  const code = make("code");
  const withKey = make("input", { type: "checkbox" });
  const copy = make("button", { type: "button" }, "Copy");
  const said = make("span", { role: "status", class: "try-hint" });
  let shown = "";
  const show = () => {
    const request = plan();
    const kinds = codeKindsOf(request);
    const kind = kinds.find((each) => each === choice.value) ?? "curl";
    fillChoice(choice, kinds, kind);
    shown = codeOf(kind, request, withKey.checked && secret() !== "" ? secret() : null);
    // The view hides what the copy holds.
    code.textContent = secret() === "" ? masked(shown) : masked(shown).replaceAll(secret(), "••••");
  };
  choice.addEventListener("change", show);
  withKey.addEventListener("change", show);
  copy.addEventListener("click", () => {
    const say = (text: string) => {
      said.textContent = text;
    };
    void copyText(shown, copy).then((isCopied) =>
      say(isCopied ? "Copied." : "The browser does not allow it."),
    );
    setTimeout(() => say(""), 2000);
  });
  const element = make(
    "section",
    { class: "try-code", "aria-label": "The request as code" },
    make(
      "div",
      { class: "try-row" },
      field("Copy as", choice).element,
      copy,
      make("label", { class: "try-check" }, withKey, " with my key in it"),
      said,
    ),
    make("pre", { tabindex: "0", "aria-label": "Code" }, code),
  );
  return { element, update: show };
}

function fillChoice(choice: HTMLSelectElement, kinds: readonly CodeKind[], chosen: CodeKind): void {
  const options = kinds.map((kind) =>
    make("option", { value: kind, selected: kind === chosen }, kind),
  );
  choice.replaceChildren(...options);
}

interface Parts {
  readonly facts: TryItFacts;
  /** The gateway that serves the page. */
  readonly own: string | null;
  readonly opening: Opening;
}

export interface Panel {
  readonly element: HTMLElement;
  /** To be called once it is on the page. */
  focus(): void;
  /** Ends a request that is under way. */
  stop(): void;
}

/** The form of one operation, its request as code, and the reply. */
export function createPanel({ facts, own, opening }: Parts): Panel {
  const operation = facts.operations[opening.operationId];
  if (operation === undefined) throw new Error(`There is no operation ${opening.operationId}.`);
  // The parts of the form report their first values before the code below can show them.
  let updateCode = (): void => undefined;
  const changed = (): void => updateCode();
  const request = requestForm({ facts, operation, own, opening, changed });
  const code = codeView(request.plan, request.place.key);
  updateCode = code.update;
  code.update();
  const reply = replyPart();
  const send = make("button", { type: "submit", class: "try-send" }, "Send");
  const form = make(
    "form",
    { class: "try-form", novalidate: true },
    ...request.elements,
    ...warningOf(operation),
    make("div", { class: "try-row" }, send, reply.stopButton),
  );
  const run = (): void => {
    if (isReady(request)) void reply.run(facts, request);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  return {
    element: make("div", { class: "try-panel" }, form, reply.element, code.element),
    focus() {
      if (!request.place.focusMissing()) send.focus();
    },
    stop: reply.stop,
  };
}

function isReady({ place, parameters, body }: RequestForm): boolean {
  place.complainOfKey("");
  parameters.calm();
  body.calm();
  return place.check() && parameters.check();
}

/** The reply to the request that was sent last. */
function replyPart() {
  const status = make("p", { role: "status", class: "try-said" });
  const output = make("div", { class: "try-output" });
  const stopButton = make("button", { type: "button", disabled: true }, "Stop");
  let current = new AbortController();
  const stop = (): void => current.abort();
  stopButton.addEventListener("click", stop);
  return {
    element: make("section", { class: "try-reply", "aria-label": "Reply" }, status, output),
    stopButton,
    stop,
    async run(facts: TryItFacts, form: RequestForm): Promise<void> {
      stop();
      const own = new AbortController();
      current = own;
      stopButton.disabled = false;
      // What an older request still says has no place here.
      const [place, isCurrent] = [make("div"), () => current === own];
      output.replaceChildren(place);
      await exchange({
        facts,
        request: form.plan(),
        key: form.place.key(),
        signal: own.signal,
        output: place,
        say: (text) => {
          if (isCurrent()) status.textContent = text;
        },
        refused: (refusal, code) => {
          if (isCurrent()) showRefusal(form, refusal, code);
        },
      });
      if (isCurrent()) stopButton.disabled = true;
    },
  };
}

/** At the field that it is about. */
function showRefusal(form: RequestForm, { field, message }: Refusal, status: number): void {
  if (status === 401) form.place.complainOfKey(message);
  else if (field !== null && !form.parameters.complain(field, message))
    form.body.complain(field, message);
}

function warningOf({ method, key }: OperationFacts): HTMLElement[] {
  if (method === "GET" || key !== "management") return [];
  const text =
    method === "DELETE"
      ? "This deletes what it names, on the gateway above, for good."
      : "This changes the gateway above, and not only in a rehearsal.";
  return [make("p", { class: "try-warning" }, text)];
}
