import { GatewayError } from "../../failures.ts";
import { weightOf } from "../../json/weight.ts";

/**
 * Schemas are walked, rewritten and written for each provider that is asked. The weight of all schemas of a request
 * is about their characters plus 16 for each value: a thousand functions of usual size are a tenth of the limit.
 */
const largestWeight = 1024 * 1024;

/** Refuses schemas that are too large together, each with its place in the request: names the first beyond the limit. */
export function refuseLargeSchemas(
  schemas: Iterable<readonly [place: string, schema: unknown]>,
): void {
  let left = largestWeight;
  for (const [field, value] of schemas) {
    left -= weightOf(value, left);
    if (left < 0)
      throw new GatewayError("badRequest", {
        message: `${field} is too large: the schemas and descriptions of a request may have about ${largestWeight} characters in all.`,
        metadata: { field },
      });
  }
}
