import { GatewayError } from "../../failures.ts";
import type { ToolSelection } from "../../model-call/respond-call.ts";

type Named = Readonly<{ name: string }>;

/** Without functions, `required` is dropped, because no call is possible; naming a missing function is refused. */
export function selectTool(
  choice: ToolSelection | null | undefined,
  tools: readonly Named[],
  nameField: string,
): ToolSelection {
  if (choice === null || choice === undefined) return "auto";
  if (typeof choice === "string")
    return choice === "required" && tools.length === 0 ? "auto" : choice;
  const { name } = choice;
  if (!tools.some((tool) => tool.name === name))
    throw new GatewayError("badRequest", {
      message: `${nameField} is ${JSON.stringify(name)}, and tools defines no such function.`,
      metadata: { field: nameField },
    });
  return { name };
}
