import { isRecord } from "@portico/contract/is-record";
import { headersOf, isStreamed, jsonOf, type PlannedRequest } from "../plan.ts";
import { keyInScript, literal } from "./script.ts";

/** The operations that speak this SDK's wire. */
const calls: Readonly<Record<string, string>> = {
  createResponse: "responses",
  createChatCompletion: "chat.completions",
  createEmbeddings: "embeddings",
};

export function fitsOpenai({ operationId, body }: PlannedRequest): boolean {
  return Object.hasOwn(calls, operationId) && isRecord(jsonOf(body));
}

export function openaiCode(
  request: PlannedRequest,
  variable: string,
  secret: string | null,
): string {
  const headers = headersOf(request);
  const options = Object.keys(headers).length === 0 ? "" : `, ${literal({ headers })}`;
  const given = `${literal(jsonOf(request.body))}${options}`;
  return [
    'import OpenAI from "openai";',
    "",
    "const client = new OpenAI({",
    `  baseURL: ${JSON.stringify(request.baseUrl)},`,
    `  apiKey: ${keyInScript(variable, secret)},`,
    "});",
    "",
    ...(isStreamed(request)
      ? [
          `const stream = await client.${calls[request.operationId]}.create(${given});`,
          "for await (const event of stream) console.log(event);",
        ]
      : [
          `const reply = await client.${calls[request.operationId]}.create(${given});`,
          "console.log(reply);",
        ]),
  ].join("\n");
}
