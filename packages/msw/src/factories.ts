import { createFactories } from "@portico/mock/gateway/factories";
import { pack as alerts } from "./generated/list-alerts.ts";
import { pack as keys } from "./generated/list-api-keys.ts";
import { pack as budgets } from "./generated/list-budgets.ts";
import { pack as credentials } from "./generated/list-byok-credentials.ts";
import { pack as generations } from "./generated/list-generations.ts";
import { pack as models } from "./generated/list-models.ts";
import { pack as workspaces } from "./generated/list-workspaces.ts";

/**
 * Records of the contract, typed, with what a test wants of them: `aKey({ limit: 7 })`. `aWorld({ keys: [aKey()] })` is a state
 * for `porticoHandlers({ state })`.
 */
export const { aBudget, aCredential, aGeneration, aKey, aModel, anAlert, aWorkspace, aWorld } =
  /* @__PURE__ */ createFactories([
    alerts,
    budgets,
    credentials,
    generations,
    keys,
    models,
    workspaces,
  ]);
