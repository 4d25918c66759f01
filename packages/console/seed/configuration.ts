import type { WorldData } from "@portico/msw";
import { dayMs, iso } from "./time.ts";

const yaml = `# Acme's gateway
providers:
  openai:
    api_keys:
      - { name: main, api_key: sealed:3.1, weight: 3 }
      - { name: spare, api_key: sealed:3.2 }
  mistral: { api_key: sealed:3.3 }
aliases:
  fast: [ { model: mistral/mistral-small, weight: 3 }, openai/gpt-5.4-mini ]
tags: [project]
`;

/** The version that the seeded requests name. */
export function configurationAt(nowMs: number): NonNullable<WorldData["configuration"]> {
  const at = iso(nowMs - 40 * dayMs);
  return {
    versions: [
      {
        ...{
          version: 3,
          active: true,
          parent: 0,
          source: "store" as const,
          note: "Tag by project",
        },
        ...{ created_by: "key:1", created_at: at, activated_at: at },
        ...{ changes: ["tags"], yaml },
      },
    ],
    inUse: 3,
    settings: { tags: ["project"] },
  };
}
