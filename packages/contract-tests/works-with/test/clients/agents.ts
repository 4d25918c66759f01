import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
import type { Asking, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";
import { openaiErrors } from "./openai.ts";

/** Traces would go to OpenAI. */
const runnerFor = ({ url, key, maxRetries }: Asking) => {
  const connection = { baseURL: url, apiKey: key };
  const client =
    maxRetries === 0 ? { openAIClient: new OpenAI({ ...connection, maxRetries }) } : connection;
  return new Runner({
    modelProvider: new OpenAIProvider({ ...client, useResponses: false }),
    tracingDisabled: true,
  });
};

const agentFor = ({ model }: Asking) => new Agent({ name: "Helper", model });

export const agentsClient: Client = {
  name: "@openai/agents",
  version: versionOf("@openai/agents"),
  wire: "chat",
  async text(asking) {
    const { finalOutput } = await runnerFor(asking).run(agentFor(asking), asking.prompt);
    return finalOutput ?? "";
  },
  async *stream(asking) {
    const running = await runnerFor(asking).run(agentFor(asking), asking.prompt, {
      stream: true,
      ...(asking.signal !== undefined && { signal: asking.signal }),
    });
    for await (const piece of running.toTextStream()) yield piece;
    await running.completed;
  },
  async tools(asking) {
    const agent = new Agent({
      name: "Helper",
      model: asking.model,
      tools: [
        tool({ ...weatherTool, strict: true, execute: (given) => asking.run(cityIn(given)) }),
      ],
    });
    const runner = runnerFor(asking);
    if (!asking.streams) return (await runner.run(agent, asking.prompt)).finalOutput ?? "";
    const running = await runner.run(agent, asking.prompt, { stream: true });
    await running.completed;
    return running.finalOutput ?? "";
  },
  async structured(asking) {
    const agent = new Agent({
      name: "Helper",
      model: asking.model,
      outputType: { type: "json_schema", ...reportSchema, strict: true },
    });
    return (await runnerFor(asking).run(agent, asking.prompt)).finalOutput;
  },
  told: classOf,
  errors: openaiErrors,
};
