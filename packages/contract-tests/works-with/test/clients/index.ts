import type { Client } from "../client.ts";
import { agentsClient } from "./agents.ts";
import { aiSdkClients } from "./ai-sdk.ts";
import { anthropicClients } from "./anthropic.ts";
import { langchainClients } from "./langchain.ts";
import { llamaindexClients } from "./llamaindex.ts";
import { openaiClients } from "./openai.ts";
import { openrouterClient } from "./openrouter.ts";

export const clients: readonly Client[] = [
  ...openaiClients,
  ...aiSdkClients,
  ...anthropicClients,
  openrouterClient,
  ...langchainClients,
  ...llamaindexClients,
  agentsClient,
];
