import { expect, it } from "vitest";
import { sampleCandidate } from "../../../test/routing/sample-candidate.ts";
import { noPreferences } from "../../routing/preferences.ts";
import type { Context } from "../operation.ts";
import { candidatesFor } from "./candidates-for.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

const asked = {
  modelId: "m",
  kind: "text",
  preferences: noPreferences,
  needs: {},
  links: [],
  parameters: [],
} as const;

const dear = sampleCandidate("dear");
const dearest = { ...dear.endpoint, price: { ...dear.endpoint.price, inputPicousd: 9 } };
const cheap = sampleCandidate("cheap").endpoint;

function providersFor({
  credentials = [],
  sort = null,
  keyless = [],
  circuit = "closed",
}: {
  credentials?: readonly string[];
  sort?: "price" | null;
  keyless?: readonly string[];
  circuit?: "closed" | "open";
}) {
  const model = { ...dear.model, endpoints: [dearest, cheap] };
  const health = {
    get: (key: string) => ({
      circuit: key.startsWith("cheap") ? circuit : "closed",
      latencyMs: null,
      tokensPerSecond: null,
    }),
  };
  const gateway = {
    catalog: { models: new Map([["m", model]]) },
    configuration: {
      keylessProviders: new Set(keyless),
      byok: { fallback: true },
      linkRules: new Map(),
    },
    health: { seenBy: () => health },
  };
  const caller = { keyHash: "key-1", workspaceId: "workspace-1" };
  const workspace = {
    settings: { defaultProviderSort: sort },
    credentials: new Map(credentials.map((provider) => [provider, () => "secret"])),
  };
  const { candidates, charged } = candidatesFor(
    { gateway, caller } as unknown as Context,
    workspace as unknown as WorkspaceFacts,
    asked,
  );
  return {
    asked: candidates.map(({ endpoint, byok }) => `${endpoint.provider}${byok ? " (own)" : ""}`),
    charged: charged.map(({ provider }) => provider),
  };
}

it("the candidates are ordered by the workspace's sort and the health that the gateway knows", () => {
  const cheapFirst = ["cheap", "dear"];
  expect(providersFor({ sort: "price" })).toEqual({ asked: cheapFirst, charged: cheapFirst });
  const { asked: others } = providersFor({ sort: "price", circuit: "open" });
  expect(others).not.toEqual(cheapFirst);
});

it("a workspace's own credential is used before the operator's, and the key is not charged for it", () => {
  expect(providersFor({ sort: "price", credentials: ["dear"] })).toEqual({
    asked: ["cheap", "dear (own)", "dear"],
    charged: ["cheap", "dear"],
  });
});

it("the candidates are without the providers for which neither operator nor workspace has a credential", () => {
  expect(providersFor({ keyless: ["cheap"] })).toEqual({ asked: ["dear"], charged: ["dear"] });
});
