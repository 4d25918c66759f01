import { field, make, select } from "./dom.ts";
import type { OperationFacts, TryItFacts } from "./facts.ts";

/** What is to go wrong: by a simulated model of the gateway, or by a fault of the mock. */
export interface RehearsalForm {
  readonly element: HTMLElement;
  setMock(isMock: boolean): void;
  /** Shows the model that the body names. */
  showModel(model: string | null): void;
  headers(): Record<string, string>;
}

interface Parts {
  readonly facts: TryItFacts;
  readonly operation: OperationFacts;
  readonly choose: (model: string) => void;
  readonly changed: () => void;
}

export function rehearsalForm({ facts, operation, choose, changed }: Parts): RehearsalForm {
  const { models } = operation;
  const model = select(models.map((name) => ({ value: name, text: name })));
  const other = make("option", { value: "", hidden: true }, "another one, as the body says");
  model.append(other);
  model.addEventListener("change", () => choose(model.value));
  const modelField = field(
    "Simulated model",
    model,
    "It needs no provider and costs next to nothing. Some rehearse what real ones do wrong.",
  );
  const fault = select([
    { value: "", text: "none" },
    ...Object.entries(facts.faults).map(([name, does]) => ({
      value: name,
      text: `${name}: ${does}`,
    })),
  ]);
  fault.addEventListener("change", changed);
  const faultField = field("Fault to rehearse", fault, "The mock reads it from the header Prefer.");
  let onMock = false;
  const show = () => {
    modelField.element.hidden = onMock || models.length === 0;
    faultField.element.hidden = !onMock;
  };
  show();
  return {
    element: make("div", {}, modelField.element, faultField.element),
    setMock(isMock) {
      onMock = isMock;
      show();
    },
    showModel(name) {
      model.value = name !== null && models.includes(name) ? name : "";
    },
    headers: (): Record<string, string> =>
      onMock && fault.value !== "" ? { Prefer: `fault=${fault.value}` } : {},
  };
}

/** The mock's own name for the usual model: `mock/text` for `sandbox/text`. */
export function modelFor(model: string, onMock: boolean): string {
  return onMock ? model.replace(/^sandbox\//, "mock/") : model.replace(/^mock\//, "sandbox/");
}
