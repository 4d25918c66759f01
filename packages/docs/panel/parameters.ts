import type { GivenParameter } from "@portico/try-it";
import { type Field, field, make, meaning, select } from "./dom.ts";
import type { OperationFacts, ParameterFacts } from "./facts.ts";

export interface ParametersForm {
  readonly element: HTMLElement;
  /** Those that have a value. */
  given(): GivenParameter[];
  /** Shows what was refused at the field of that name. False if there is none. */
  complain(name: string, message: string): boolean;
  /** Checks what a browser would refuse before it sends anything. */
  check(): boolean;
  calm(): void;
}

type Control = HTMLInputElement | HTMLSelectElement;

const places = { path: "in the path", query: "in the query", header: "header" };

export function parametersForm(
  { parameters }: OperationFacts,
  values: Readonly<Record<string, string>>,
  changed: () => void,
): ParametersForm {
  const made = parameters.map((parameter) => ({
    parameter,
    field: parameterField(parameter, values[parameter.name] ?? usual(parameter)),
  }));
  for (const { field: each } of made) each.control.addEventListener("input", changed);
  const elements = (wanted: boolean) =>
    made.filter(({ parameter }) => parameter.required === wanted).map((each) => each.field.element);
  const optional = elements(false);
  const isFilled = made.some(
    ({ parameter, field: { control } }) => !parameter.required && control.value !== "",
  );
  const rest = make(
    "details",
    { open: isFilled },
    make("summary", {}, `Optional parameters (${optional.length})`),
    ...optional,
  );
  const find = (name: string) => made.find(({ parameter }) => parameter.name === name)?.field;
  return {
    element: make("div", {}, ...elements(true), ...(optional.length === 0 ? [] : [rest])),
    given: () =>
      made.flatMap(({ parameter: { name, in: place, type, required }, field: { control } }) =>
        control.value === "" && !required ? [] : [{ name, in: place, type, value: control.value }],
      ),
    complain(name, message) {
      const found = find(name);
      if (found === undefined) return false;
      found.complain(message);
      rest.open ||= rest.contains(found.control);
      found.control.focus();
      return true;
    },
    check() {
      const wrong = made.find(({ parameter, field: each }) => problemOf(parameter, each) !== "");
      if (wrong === undefined) return true;
      wrong.field.complain(problemOf(wrong.parameter, wrong.field));
      rest.open ||= rest.contains(wrong.field.control);
      wrong.field.control.focus();
      return false;
    },
    calm: () => {
      for (const { field: each } of made) each.complain("");
    },
  };
}

function parameterField(parameter: ParameterFacts, value: string): Field<Control> {
  const { name, required, description, values } = parameter;
  const label = `${name} (${places[parameter.in]}${required ? ", required" : ""})`;
  const control = values ? choice(values, required) : entry(parameter);
  control.value = value;
  return field<Control>(label, control, meaning(description));
}

function choice(values: readonly string[], required: boolean): HTMLSelectElement {
  const none = required ? [] : [{ value: "", text: "not sent" }];
  return select([...none, ...values.map((value) => ({ value, text: value }))]);
}

function entry({ type, example = "" }: ParameterFacts): HTMLInputElement {
  return make("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: example,
    ...(type === "number" ? { inputmode: "decimal" } : {}),
  });
}

/** The contract's example, for what has to be there. */
function usual({ required, example = "", values }: ParameterFacts): string {
  return required ? (values?.[0] ?? example) : "";
}

function problemOf(
  { name, in: place, required }: ParameterFacts,
  { control }: Field<Control>,
): string {
  if (required && place === "path" && control.value === "")
    return `${name} is part of the path: it must not be empty.`;
  // Browsers refuse other characters in headers before they send anything.
  const isLatin = /^[\t\x20-\x7e\xa0-\xff]*$/.test(control.value);
  return place === "header" && !isLatin
    ? `${name} is a header: browsers send only characters of Latin-1 in headers.`
    : "";
}
