import {
  type Input,
  loadDocument,
  type OpenApiDocument,
  type OperationId,
} from "@portico/contract";
import { isLongerThan, isShorterThan } from "@portico/contract/text-length";
import type { Ajv } from "ajv";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { GatewayError } from "../../errors.ts";
import { bodyRefusal, refusal, refuseUnknown } from "./explain-bad-request.ts";
import {
  documentOf,
  type LocatedOperation,
  locateOperations,
  type Route,
  withoutDiscriminators,
} from "./located-operation.ts";
import {
  type CheckableRequest,
  createOperationValidator,
  type OperationValidator,
} from "./operation-validator.ts";

/**
 * Ajv counts the characters of each limited text one by one, again in each branch of a `oneOf`: a tenth of a second
 * for the longest allowed text. Here they are counted only where the number of UTF-16 units does not decide already.
 */
function measureTextsByNeed(ajv: Ajv): void {
  replace(ajv, "maxLength", (most) => (text) => !isLongerThan(text, most));
  replace(ajv, "minLength", (least) => (text) => !isShorterThan(text, least));
}

function replace(
  ajv: Ajv,
  keyword: string,
  compile: (limit: number) => (text: string) => boolean,
): void {
  ajv.removeKeyword(keyword);
  // A pattern is matched only against a text that is short enough.
  const place = { type: "string", schemaType: "number", before: "pattern" } as const;
  ajv.addKeyword({ keyword, ...place, errors: false, compile });
}

/** The validation functions of a document's named schemas, by reference: `#/components/schemas/Workspace`. */
interface CompiledSchemas {
  /** Compiles at the first call. Throws where the document has no such schema. */
  at(reference: string): ValidateFunction;
  /** The errors of the value that the function refused last. */
  describe(validate: ValidateFunction): string;
}

interface SchemaOptions {
  readonly insertDefaults: boolean;
}

/** The options that express-openapi-validator gives its own Ajv, so that both accept the same. */
const options = { strict: false, strictNumbers: true, strictTuples: true, validateSchema: false };

function compileSchemas(
  { components }: OpenApiDocument,
  { insertDefaults }: SchemaOptions,
): CompiledSchemas {
  const ajv = new Ajv2020({ ...options, useDefaults: insertDefaults });
  addFormats.default(ajv, { mode: "fast" });
  measureTextsByNeed(ajv);
  // Keyed by the text of its references, so that a schema with several references is compiled once.
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  // Ajv's own look-up costs as much as the check of a small body.
  const known = new Map<string, ValidateFunction>();
  return {
    at(reference) {
      const before = known.get(reference);
      if (before !== undefined) return before;
      const validate = ajv.getSchema(reference);
      if (validate === undefined) throw new Error(`The contract's document lacks ${reference}.`);
      known.set(reference, validate);
      return validate;
    },
    describe: ({ errors }) => ajv.errorsText(errors ?? null, { dataVar: "body" }),
  };
}

/**
 * The contract, enforced: every request and every JSON reply is checked against it. Ajv judges bodies and
 * replies, at a tenth of a microsecond each. The middleware of express-openapi-validator judges requests that have
 * parameters, and bodies that Ajv refuses and we cannot explain (docs/decisions/2026-11-21-validation.md).
 */
export interface Contract {
  readonly routes: readonly Route[];
  /** Compiles an operation's validators; the first request of an operation does it otherwise. */
  prepare(id: OperationId): void;
  /** Rejects with a GatewayError that says which field is at fault. Coerces the query, inserts defaults. */
  checkRequest<Id extends OperationId>(
    id: Id,
    request: CheckableRequest,
  ): Input<Id> | Promise<Input<Id>>;
  /** Throws where the body is not what the contract promises for this status. */
  checkReply(id: OperationId, status: number, body: unknown): void;
  readonly document: OpenApiDocument;
}

/** Each is made at its first use. */
function createValidators(document: OpenApiDocument) {
  const validators = new Map<OperationId, Promise<OperationValidator>>();
  return (located: LocatedOperation): Promise<OperationValidator> => {
    const { route } = located;
    const before = validators.get(route.id);
    if (before !== undefined) return before;
    const validator = createOperationValidator(route, documentOf(document, located));
    validators.set(route.id, validator);
    return validator;
  };
}

let own: Contract | undefined;

/** This version's. Compiling the validators is most of what a start costs, so the gateways of a process share them. */
export function ownContract(): Contract {
  own ??= createContract(loadDocument);
  return own;
}

export function createContract(load: () => OpenApiDocument): Contract {
  const document = withoutDiscriminators(load());
  const operations = new Map(
    locateOperations(document).map((operation) => [operation.route.id, operation]),
  );
  const bodies = compileSchemas(document, { insertDefaults: true });
  const replies = compileSchemas(document, { insertDefaults: false });
  const at = (id: OperationId): LocatedOperation => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  };
  const validatorOf = createValidators(document);

  /** The fault of a body in our own words; null for a valid body and for faults that we have no words for. */
  const judgeBody = (located: LocatedOperation, body: unknown): BodyVerdict => {
    if (located.bodySchema === null) return rightBody;
    const validate = bodies.at(located.bodySchema);
    if (validate(body)) return rightBody;
    const faults = (validate.errors ?? []).map(({ instancePath }) => instancePath);
    return { isRight: false, refusal: bodyRefusal({ document, ...located }, body, faults) };
  };

  const checkSlowly = async <Id extends OperationId>(
    located: LocatedOperation,
    request: CheckableRequest,
    verdict: BodyVerdict,
  ): Promise<Input<Id>> => {
    refuseUnknown(located.knownQuery, request.query);
    if (!located.hasParameters && verdict.isRight) return inputOf<Id>(request);
    if (!located.hasParameters && verdict.refusal !== null) throw verdict.refusal;
    const validator = await validatorOf(located);
    // A refused body is not checked again. The middleware checks the parameters, whose faults are named first
    // where both are wrong.
    const asked = verdict.refusal === null ? request : { ...request, body: undefined };
    const { query, ...found } = await validator(asked).catch((error: unknown) => {
      throw refusal(error, { document, ...located }, request, verdict.refusal);
    });
    if (verdict.refusal !== null) throw verdict.refusal;
    refuseInfinite(query);
    return inputOf<Id>({ ...found, query });
  };

  return {
    routes: [...operations.values()].map(({ route }) => route),
    prepare(id) {
      const { bodySchema, replySchemas } = at(id);
      if (bodySchema !== null) bodies.at(bodySchema);
      for (const schema of Object.values(replySchemas)) replies.at(schema);
    },
    checkRequest<Id extends OperationId>(id: Id, request: CheckableRequest) {
      const located = at(id);
      const verdict = judgeBody(located, request.body);
      const isPlain = !located.hasParameters && located.knownQuery === null;
      // Nearly all requests are valid, and this check is quick.
      return isPlain && verdict.isRight
        ? inputOf<Id>(request)
        : checkSlowly<Id>(located, request, verdict);
    },
    document,
    checkReply(id, status, body) {
      const { replySchemas } = at(id);
      const schema = replySchemas[status] ?? replySchemas["default"];
      if (schema === undefined) throw new WrongReply(id, status, "has no schema in the contract");
      const validate = replies.at(schema);
      if (!validate(body)) throw new WrongReply(id, status, replies.describe(validate));
    },
  };
}

interface BodyVerdict {
  readonly isRight: boolean;
  readonly refusal: GatewayError | null;
}

const rightBody: BodyVerdict = { isRight: true, refusal: null };

/** A mistake of the gateway's own. */
export class WrongReply extends Error {
  constructor(id: OperationId, status: number, problem: string) {
    super(`The reply ${status} of ${id} breaks the contract: ${problem}`);
  }
}

/** The validators have made it what the generated type says. */
function inputOf<Id extends OperationId>({
  params,
  query,
  body,
}: Omit<CheckableRequest, "originalUrl">): Input<Id> {
  return { params, query, body } as Input<Id>;
}

/** `1e309` in a query becomes Infinity, which the validator takes for an integer within every limit. */
function refuseInfinite(query: unknown): void {
  if (typeof query !== "object" || query === null) return;
  for (const [field, value] of Object.entries(query))
    if (typeof value === "number" && !Number.isFinite(value))
      throw new GatewayError("badRequest", {
        message: `${field} must be a number that is not so large.`,
        metadata: { field },
      });
}
