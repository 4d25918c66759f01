import type { Input, OpenApiDocument, OperationId } from "@portico/contract";
import { GatewayError } from "../../errors.ts";
import { compileSchemas } from "./compiled-schemas.ts";
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
 * The contract, enforced: every request and every JSON reply is checked against it. Ajv judges bodies and
 * replies, at a tenth of a microsecond each. The middleware of express-openapi-validator judges requests that have
 * parameters, and bodies that Ajv refuses and we cannot explain (docs/decisions/2026-11-21-validation.md).
 */
export interface Contract {
  readonly routes: readonly Route[];
  /** Compiles an operation's validators; the first request of an operation does it otherwise. */
  prepare(id: OperationId): void;
  /** Rejects with a GatewayError that says which field is at fault. Coerces the query, inserts defaults. */
  checkRequest<Id extends OperationId>(id: Id, request: CheckableRequest): Promise<Input<Id>>;
  /** Throws where the body is not what the contract promises for this status. */
  checkReply(id: OperationId, status: number, body: unknown): void;
  readonly document: OpenApiDocument;
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
  const validators = new Map<OperationId, Promise<OperationValidator>>();
  const validatorOf = (located: LocatedOperation): Promise<OperationValidator> => {
    const { route } = located;
    const before = validators.get(route.id);
    if (before !== undefined) return before;
    const validator = createOperationValidator(route, documentOf(document, located));
    validators.set(route.id, validator);
    return validator;
  };

  /** The fault of a body in our own words; null for a valid body and for faults that we have no words for. */
  const judgeBody = (located: LocatedOperation, body: unknown): BodyVerdict => {
    if (located.bodySchema === null) return rightBody;
    const validate = bodies.at(located.bodySchema);
    if (validate(body)) return rightBody;
    const faults = (validate.errors ?? []).map(({ instancePath }) => instancePath);
    return { isRight: false, refusal: bodyRefusal({ document, ...located }, body, faults) };
  };

  return {
    routes: [...operations.values()].map(({ route }) => route),
    prepare(id) {
      const { bodySchema, replySchemas } = at(id);
      if (bodySchema !== null) bodies.at(bodySchema);
      for (const schema of Object.values(replySchemas)) replies.at(schema);
    },
    async checkRequest<Id extends OperationId>(id: Id, request: CheckableRequest) {
      const located = at(id);
      refuseUnknown(located.knownQuery, request.query);
      const verdict = judgeBody(located, request.body);
      if (!located.hasParameters) {
        // Nearly all requests are valid, and this check is quick.
        if (verdict.isRight) return inputOf<Id>(request);
        if (verdict.refusal !== null) throw verdict.refusal;
      }
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
