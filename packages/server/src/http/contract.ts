import { createRequire } from "node:module";
import type { Input, OpenApiDocument, OperationId } from "@portico/contract";
import { GatewayError } from "../errors.ts";
import { type LocatedOperation, lean, locateOperations, type Route } from "./located-operation.ts";
import { refusal } from "./refusal.ts";

/**
 * The contract, enforced: every request and every JSON reply is checked by express-openapi-validator.
 * Its two validators are used as they are; its middleware is not, because that finds the operation anew for each
 * request at a price that grows with the number of paths. Here the route knows its operation already
 * (docs/decisions/2026-11-21-validation.md). These are its internals: its version is pinned exactly.
 */
export interface Contract {
  readonly routes: readonly Route[];
  /** Compiles an operation's validators; the first request of an operation does it otherwise. */
  prepare(id: OperationId): void;
  /** Throws a GatewayError that says which field is at fault. Coerces the query, inserts defaults. */
  checkRequest<Id extends OperationId>(id: Id, request: CheckableRequest): Input<Id>;
  /** Throws where the body is not what the contract promises for this status. */
  checkReply(id: OperationId, status: number, body: unknown): void;
}

export interface CheckableRequest {
  readonly originalUrl: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface ValidatorRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly originalUrl: string;
  params: CheckableRequest["params"];
  query: CheckableRequest["query"];
  body: unknown;
  readonly openapi: {
    readonly expressRoute: string;
    readonly pathParams: CheckableRequest["params"];
    readonly schema: unknown;
  };
}

/** The part of express-openapi-validator that is used; see its dist/middlewares. */
interface RequestValidator {
  validate(request: ValidatorRequest, response: unknown, next: () => void): void;
  /** With all schemas of the contract in it. */
  readonly ajvBody: { getSchema(key: string): ((body: unknown) => boolean) | undefined };
}

/** By status and media type. */
type ReplyValidators = Readonly<
  Record<string, Readonly<Record<string, (reply: { response: unknown }) => boolean>>>
>;

interface ResponseValidator {
  _getOrBuildValidator(
    request: Pick<ValidatorRequest, "method" | "headers"> & { openapi: { expressRoute: string } },
    responses: unknown,
  ): ReplyValidators;
  _validate(reply: {
    validators: ReplyValidators;
    body: unknown;
    statusCode: number;
    path: string;
    accepts: readonly string[];
  }): void;
}

type ValidatorModule<Name extends string, Validator> = Record<
  Name,
  new (
    document: OpenApiDocument,
    options: Record<string, unknown>,
  ) => Validator
>;

const require = createRequire(import.meta.url);
const {
  RequestValidator,
}: ValidatorModule<
  "RequestValidator",
  RequestValidator
> = require("express-openapi-validator/dist/middlewares/openapi.request.validator.js");
const {
  ResponseValidator,
}: ValidatorModule<
  "ResponseValidator",
  ResponseValidator
> = require("express-openapi-validator/dist/middlewares/openapi.response.validator.js");

/** Ajv's options, as the validator's own middleware sets them for a 3.1 document. */
const options = {
  strict: false,
  strictNumbers: true,
  strictTuples: true,
  validateSchema: false,
  validateFormats: true,
  formats: {},
  ajvFormats: { mode: "fast" },
  removeAdditional: false,
  coerceTypes: false,
};

const json: Readonly<Record<string, string>> = { "content-type": "application/json" };
const noHeaders: Readonly<Record<string, string>> = {};

export function createContract(load: () => OpenApiDocument): Contract {
  const document = lean(load());
  const operations = new Map(
    locateOperations(document).map((operation) => [operation.route.id, operation]),
  );
  const requests = new RequestValidator(document, {
    ...options,
    useDefaults: true,
    // Like the fields of a body, parameters that the contract does not know are let through.
    allowUnknownQueryParameters: true,
  });
  const replies = new ResponseValidator(lean(load()), {
    ...options,
    useDefaults: false,
  });

  const at = (id: OperationId): LocatedOperation => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  };
  const bodyValidator = remembered((id: OperationId) => {
    const { bodySchema } = at(id);
    return bodySchema === null ? undefined : requests.ajvBody.getSchema(bodySchema);
  });
  const replyValidators = remembered((id: OperationId) => {
    const { route, schema } = at(id);
    const openapi = { expressRoute: route.path };
    const request = { method: route.method, headers: noHeaders, openapi };
    return replies._getOrBuildValidator(request, schema.responses);
  });
  const checkReply = (id: OperationId, status: number, body: unknown) => {
    const validators = replyValidators(id);
    // Nearly all replies are right, and quickly found to be so; what is wrong goes the long way.
    if (validators[status]?.["application/json"]?.({ response: body }) === true) return;
    replies._validate({
      validators,
      body,
      statusCode: status,
      path: at(id).route.path,
      accepts: ["application/json"],
    });
  };
  const checkRequest = <Id extends OperationId>(id: Id, request: CheckableRequest): Input<Id> => {
    const located = at(id);
    const { schema, hasQuery } = located;
    // As with replies; but for a body alone.
    if (bodyValidator(id)?.(request.body) === true)
      return { params: request.params, query: request.query, body: request.body } as Input<Id>;
    const asked = toValidator(located, request);
    try {
      requests.validate(asked, undefined, proceed);
    } catch (error) {
      throw refusal(error, document, schema, request.body);
    }
    const { params, query, body } = asked;
    if (hasQuery) refuseInfinite(query);
    return { params, query, body } as Input<Id>;
  };

  return {
    routes: [...operations.values()].map(({ route }) => route),
    prepare(id) {
      replyValidators(id);
      bodyValidator(id);
    },
    checkRequest,
    checkReply,
  };
}

/** Looked up anew each time they would cost as much as the check itself. */
function remembered<Found>(find: (id: OperationId) => Found): (id: OperationId) => Found {
  const known = new Map<OperationId, Found>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = find(id);
    known.set(id, found);
    return found;
  };
}

function toValidator(
  { route, schema, hasQuery }: LocatedOperation,
  request: CheckableRequest,
): ValidatorRequest {
  return {
    method: route.method,
    // It reads nothing but the media type, which has been checked: one key for its cache.
    headers: route.takesBody ? json : noHeaders,
    path: route.path,
    // Without query parameters to find there, there is no need to parse it.
    originalUrl: hasQuery ? request.originalUrl : route.path,
    params: request.params,
    query: request.query,
    body: request.body,
    openapi: { expressRoute: route.path, pathParams: request.params, schema },
  };
}

function proceed() {}

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
