type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with its content. Texts become text nodes: what a reply says is never read as HTML. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

/** A description of the contract, whose names stand between backticks. */
export function meaning(text: string): HTMLElement {
  const parts = text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? make("code", {}, part) : part));
  return make("span", { class: "try-meaning" }, ...parts);
}

let ids = 0;

export function freshId(): string {
  ids += 1;
  return `try-${ids}`;
}

/** A control under its label, with room for a hint and for a message about what was refused. */
export interface Field<Control extends HTMLElement> {
  readonly element: HTMLElement;
  readonly control: Control;
  /** Shows what is wrong; an empty text takes it away. */
  complain(message: string): void;
}

export function field<Control extends HTMLElement>(
  label: string,
  control: Control,
  hint: HTMLElement | string = "",
): Field<Control> {
  const [id, hintId, problemId] = [freshId(), freshId(), freshId()];
  control.id = id;
  control.setAttribute("aria-describedby", `${problemId} ${hintId}`);
  const problem = make("p", { id: problemId, class: "try-problem", "aria-live": "polite" });
  const element = make(
    "div",
    { class: "try-field" },
    make("label", { for: id }, label),
    control,
    problem,
    make("p", { id: hintId, class: "try-hint" }, hint),
  );
  return {
    element,
    control,
    complain(message) {
      problem.textContent = message;
      control.toggleAttribute("aria-invalid", message !== "");
      if (message !== "") control.setAttribute("aria-invalid", "true");
    },
  };
}

export function select(
  options: readonly { readonly value: string; readonly text: string }[],
): HTMLSelectElement {
  return make("select", {}, ...options.map(({ value, text }) => make("option", { value }, text)));
}
