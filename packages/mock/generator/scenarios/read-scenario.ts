import { type Fields, fieldsOf, isFields, listOf, textOf } from "@portico/core/json/shape";
import { parse } from "yaml";
import type {
  Criterion,
  Scenario,
  ScenarioFault,
  ScenarioParameter,
  ScenarioStep,
} from "../../src/scenarios/scenario.ts";
import { type ContractReader, Mistake } from "./contract-reader.ts";

export interface Source {
  /** As messages name it. */
  readonly file: string;
  readonly text: string;
}

/** One workflow of an Arazzo document as data. The document's own form is checked by Redocly; here is what it needs beyond. */
export function readScenario({ file, text }: Source, contract: ContractReader): Scenario {
  const written: unknown = parse(text);
  const document = fieldsOf(written);
  const info = fieldsOf(document["info"]);
  const workflow = fieldsOf(listOf(document["workflows"])[0]);
  const name = required(workflow, "workflowId", file);
  if (!file.endsWith(`/${name}.yaml`))
    throw new Mistake(file, `the workflow is called ${name}: call it as the file`);
  return {
    name,
    title: required(info, "title", file),
    summary: required(workflow, "summary", file),
    description: required(info, "description", file),
    inputs: inputsOf(fieldsOf(workflow["inputs"])),
    key: textOf(workflow["x-portico-key"]) ?? null,
    faults: listOf(workflow["x-portico-faults"]).map((fault) => readFault(fieldsOf(fault), file)),
    steps: listOf(workflow["steps"]).map((step) => readStep(fieldsOf(step), file, contract)),
  };
}

function required(fields: Fields, name: string, place: string): string {
  const value = textOf(fields[name]);
  if (value === undefined) throw new Mistake(place, `${name} is missing`);
  return value;
}

function inputsOf(schema: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema["properties"])).map(([name, property]) => [
      name,
      String(fieldsOf(property)["description"] ?? ""),
    ]),
  );
}

function readFault(fields: Fields, file: string): ScenarioFault {
  const { times } = fields;
  return {
    operationId: required(fields, "operationId", `${file}, x-portico-faults`),
    fault: required(fields, "fault", `${file}, x-portico-faults`),
    times: typeof times === "number" ? times : null,
  };
}

function readStep(fields: Fields, file: string, contract: ContractReader): ScenarioStep {
  const id = required(fields, "stepId", file);
  const place = `${file}, step ${id}`;
  const operationId = required(fields, "operationId", place);
  const operation = contract.operation(operationId);
  if (operation === undefined)
    throw new Mistake(place, `the contract has no operation ${operationId}`);
  const request = fieldsOf(fields["requestBody"]);
  return {
    id,
    description: required(fields, "description", place),
    given: fields["x-portico-given"] === true,
    operationId,
    method: operation.method,
    path: operation.path,
    parameters: listOf(fields["parameters"]).map((it) => readParameter(fieldsOf(it), place)),
    ...(isFields(request["payload"]) ? { body: request["payload"] } : {}),
    criteria: listOf(fields["successCriteria"]).map((it) => readCriterion(fieldsOf(it), place)),
    outputs: Object.fromEntries(
      Object.entries(fieldsOf(fields["outputs"])).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function readParameter(fields: Fields, place: string): ScenarioParameter {
  const where = required(fields, "in", place);
  if (where !== "path" && where !== "query" && where !== "header")
    throw new Mistake(place, `a parameter in ${where}: use path, query or header`);
  return { in: where, name: required(fields, "name", place), value: fields["value"] };
}

function readCriterion(fields: Fields, place: string): Criterion {
  const condition = required(fields, "condition", place);
  if (fields["type"] === undefined) return { type: "simple", condition };
  if (fields["type"] !== "regex")
    throw new Mistake(place, `a criterion of type ${String(fields["type"])}: use simple or regex`);
  return { type: "regex", context: required(fields, "context", place), condition };
}
