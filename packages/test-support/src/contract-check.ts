import {
  type JsonSchema,
  loadDocument,
  type OpenApiDocument,
  type OperationFacts,
  type ResponseObject,
} from "@portico/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface ContractCheck {
  /** What is wrong with a reply's body; empty where it keeps the contract. */
  reply(operation: OperationFacts, status: number, body: unknown): string[];
  event(event: unknown): string[];
  chunk(chunk: unknown): string[];
  messageEvent(event: unknown): string[];
}

/** Validates against the bundled document with a validator that is not the mock's own. */
export const contractCheck: ContractCheck = createContractCheck(loadDocument());

function createContractCheck(document: OpenApiDocument): ContractCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "contract" });
  const problems = (pointer: string, value: unknown): string[] => {
    const validate: ValidateFunction | undefined = ajv.getSchema(`contract#${pointer}`);
    if (!validate) return [`The contract has nothing at ${pointer}.`];
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
  return {
    reply: (operation, status, body) => problems(pointerTo(document, operation, status), body),
    event: (event) => problems("/components/schemas/StreamEvent", event),
    chunk: (chunk) => problems("/components/schemas/ChatStreamEvent", chunk),
    messageEvent: (event) => problems("/components/schemas/MessageStreamEvent", event),
  };
}

function pointerTo(document: OpenApiDocument, operation: OperationFacts, status: number): string {
  const responses = document.paths[operation.path]?.[operation.method]?.responses ?? {};
  const key = String(status) in responses ? String(status) : "default";
  const response:
    | (ResponseObject & { content?: Record<string, { schema?: JsonSchema }> })
    | undefined = responses[key];
  const escaped = (text: string): string => text.replaceAll("~", "~0").replaceAll("/", "~1");
  const base =
    response?.$ref?.slice(1) ??
    `/paths/${escaped(operation.path)}/${operation.method}/responses/${key}`;
  return `${base}/content/${escaped("application/json")}/schema`;
}
