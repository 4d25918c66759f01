import { type CodeKind, codeKindsOf, codeOf, type PlannedRequest } from "@portico/try-it";
import { copyText } from "@portico/try-it/copy-text";
import { field, make, select } from "./dom.ts";
import { masked } from "./session.ts";

/** The request as code, which follows what the reader changes. */
export interface CodeView {
  readonly element: HTMLElement;
  update(): void;
}

export function codeView(plan: () => PlannedRequest, secret: () => string): CodeView {
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
