import type { PlannedRequest } from "@portico/try-it";
import { type BodyEditor, bodyEditor } from "./body-editor.ts";
import { make } from "./dom.ts";
import type { OperationFacts, TryItFacts } from "./facts.ts";
import { type ParametersForm, parametersForm } from "./parameters.ts";
import { type PlaceForm, placeForm } from "./place-form.ts";
import { modelFor, rehearsalForm } from "./rehearsal-form.ts";

/** What the panel is opened with: an operation, and a request if a guide has one. */
export interface Opening {
  readonly operationId: string;
  /** Values of parameters, by name. */
  readonly values?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

export interface RequestForm {
  /** The controls, in their order. */
  readonly elements: readonly HTMLElement[];
  readonly place: PlaceForm;
  readonly parameters: ParametersForm;
  readonly body: BodyEditor;
  plan(): PlannedRequest;
}

interface Parts {
  readonly facts: TryItFacts;
  readonly operation: OperationFacts;
  /** The gateway that serves the page. */
  readonly own: string | null;
  readonly opening: Opening;
  /** Called whenever the request is another one. */
  readonly changed: () => void;
}

/** The controls that make up one request. */
export function requestForm({ facts, operation, own, opening, changed }: Parts): RequestForm {
  const parameters = parametersForm(operation, opening.values ?? {}, changed);
  // The editor reports its first text before there is a choice of models.
  let showModel = (): void => undefined;
  const body = bodyEditor(operation, opening.body ?? null, () => {
    showModel();
    changed();
  });
  const rehearsal = rehearsalForm({ facts, operation, choose: body.setModel, changed });
  showModel = () => rehearsal.showModel(body.model());
  showModel();
  const csv = make("input", { type: "checkbox" });
  csv.addEventListener("change", changed);
  const mockFound = (isMock: boolean) => {
    rehearsal.setMock(isMock);
    const model = body.model();
    if (model !== null && model !== modelFor(model, isMock)) body.setModel(modelFor(model, isMock));
  };
  const place = placeForm({ own, kind: operation.key, changed, mockFound });
  return {
    elements: [
      place.element,
      parameters.element,
      rehearsal.element,
      body.element,
      ...(operation.csv ? [make("label", { class: "try-check" }, csv, " as CSV")] : []),
    ],
    place,
    parameters,
    body,
    plan: () => ({
      operationId: opening.operationId,
      method: operation.method,
      path: operation.path,
      baseUrl: place.destination().baseUrl,
      parameters: parameters.given(),
      body: body.text(),
      key: operation.key,
      extraHeaders: rehearsal.headers(),
      wantsCsv: csv.checked,
    }),
  };
}
