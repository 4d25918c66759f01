import type { OpenApiDocument } from "@portico/contract";
import { operations } from "@portico/contract";
import { operationsOf, referenceAnchor } from "./contract-reader.ts";

const roles = ["viewer", "billing", "operator", "admin"] as const;

/** Which role may call which operation, from the table that the gateway checks each request with. */
export function roleTable(document: OpenApiDocument): string {
  const ofId = new Map<string, (typeof operations)[keyof typeof operations]>(
    Object.entries(operations),
  );
  const rows = operationsOf(document).flatMap(({ facts, operation }) => {
    const needed = ofId.get(facts.id);
    if (needed === undefined || needed.key === "none") return [];
    const named: readonly string[] = needed.roles;
    const may = roles.map((role) => named.includes(role));
    const cells = [...may, needed.key !== "management"].map((isAllowed) => (isAllowed ? "✓" : ""));
    const name = `[${operation.summary}](reference.md${referenceAnchor(facts)})`;
    return [`| ${name} | ${cells.join(" | ")} |`];
  });
  return [
    `| Operation | ${roles.join(" | ")} | holder |`,
    `|---|${"---|".repeat(roles.length + 1)}`,
    ...rows,
  ].join("\n");
}
