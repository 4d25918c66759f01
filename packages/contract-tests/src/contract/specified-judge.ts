import type { OpenApiDocument } from "@portico/contract";
import { eventStream, type Judge, json, mediaTypeOf } from "@portico/contract/judge/judge";
import { parse, readEvents } from "@portico/contract/judge/read-events";
import { createSchemas, escaped } from "@portico/contract/judge/schemas";
import { knownWord, type Leaf, reduced, reducedEvents } from "./reduce.ts";
import { findSpecifiedOrderViolation } from "./specified-order.ts";

export interface SpecifiedJudge {
  readonly judge: Judge;
  /** A body with the fields that interface.md names, and no others. */
  readonly reduce: (operation: Parameters<Judge>[0], status: number, body: unknown) => unknown;
}

/**
 * Judges by the document without its additions. Parts of a reply beyond it are no fault, and are ignored: other
 * fields, events, headers and statuses of failures.
 */
export function createSpecifiedJudge(stripped: OpenApiDocument): SpecifiedJudge {
  const schemas = createSchemas(stripped);

  const placeOf = (operation: Parameters<Judge>[0], status: number) => {
    const listed = schemas.responseFor(operation, status);
    if (listed === undefined && status < 400) return undefined;
    const pointer =
      listed === undefined
        ? "/components/schemas/ErrorEnvelope"
        : `${listed.pointer}/content/${escaped(json)}/schema`;
    const schema = listed?.response.content?.[json]?.schema ?? {
      $ref: "#/components/schemas/ErrorEnvelope",
    };
    return { pointer, schema, response: listed?.response };
  };

  const judge: Judge = (operation, { status, headers, text }) => {
    const place = placeOf(operation, status);
    if (place === undefined)
      return [`The interface knows no success ${status} of ${operation.id}.`];
    const mediaType = mediaTypeOf(headers);
    if (mediaType === eventStream && place.response?.content?.[eventStream])
      return judgeStream(text);
    if (mediaType !== json)
      return [`The interface knows no ${mediaType} of ${operation.id} ${status}.`];
    const body = parse(text);
    if (body === undefined) return ["The body is not JSON."];
    const problems = schemas.problems(
      place.pointer,
      reduced(schemas, place.schema, body, cutAsWhole),
    );
    const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
    return status < 400 || code === status
      ? problems
      : [...problems, `error.code is ${String(code)}, the status is ${status}.`];
  };

  const judgeStream = (text: string): string[] => {
    const { events: all, problems } = readEvents(text);
    const untyped = all.filter((event) => typeof Reflect.get(Object(event), "type") !== "string");
    const events = reducedEvents(schemas, all, cutAsWhole);
    const faults = events.flatMap((event, index) =>
      typeof event === "object" && event !== null
        ? schemas
            .problems("/components/schemas/StreamEvent", event)
            .map((problem) => `Event ${index}: ${problem}`)
        : [],
    );
    const violation = findSpecifiedOrderViolation(events);
    return [
      ...problems,
      ...(untyped.length > 1 ? ["An event has no type."] : []),
      ...faults,
      ...(violation === null ? [] : [`Event ${violation.index}: ${violation.reason}.`]),
    ];
  };

  return {
    judge,
    reduce(operation, status, body) {
      if (Array.isArray(body)) return reducedEvents(schemas, body);
      const place = placeOf(operation, status);
      return place === undefined ? body : reduced(schemas, place.schema, body);
    },
  };
}

/** An addition says that an answer was cut short; the interface has no value for it. */
const cutAsWhole: Leaf = (schema, value) =>
  value === "incomplete" ? knownWord(schema, value) : value;
