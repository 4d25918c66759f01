import { GatewayError } from "../../failures.ts";
import type { ToolDefinition, ToolSelection } from "../../model-call/respond-call.ts";

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
