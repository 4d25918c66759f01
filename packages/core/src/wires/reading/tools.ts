import { GatewayError } from "../../failures.ts";
import { weightOf } from "../../json/weight.ts";
import type { ToolDefinition, ToolSelection } from "../../model-call/respond-call.ts";

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

/** Some tools alone, by their names: tools without one run at a provider. */
export interface AllowedTools {
  readonly mode: "auto" | "required";
  readonly names: readonly string[];
  /** The field that names them, for messages to callers. */
  readonly field: string;
}

export interface ChosenTools {
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolSelection;
}

/**
 * The tools that the model may call, and whether it must. Without tools, `required` is dropped, because no call is possible;
 * naming a missing tool is refused. Tools that are not allowed are not offered, which every vendor understands.
 */
export function chooseTools(
  choice: ToolSelection | AllowedTools | null | undefined,
  tools: readonly ToolDefinition[],
  nameField: string,
): ChosenTools {
  if (choice === null || choice === undefined) return { tools, toolChoice: "auto" };
  if (typeof choice === "string")
    return { tools, toolChoice: choice === "required" && tools.length === 0 ? "auto" : choice };
  if ("name" in choice) {
    const { name } = choice;
    if (!tools.some((tool) => tool.name === name))
      throw refused(nameField, `is ${JSON.stringify(name)}, and tools defines no such tool`);
    return { tools, toolChoice: { name } };
  }
  const allowed = tools.filter(({ name }) => choice.names.includes(name));
  if (allowed.length === 0)
    throw refused(choice.field, "names no tool that tools defines and a provider can be sent");
  return { tools: allowed, toolChoice: choice.mode };
}

function refused(field: string, fault: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} ${fault}.`,
    metadata: { field },
  });
}
