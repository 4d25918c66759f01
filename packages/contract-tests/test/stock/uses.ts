/**
 * What a reader writes on top of generated code, one program per generator. `@ts-expect-error` shows that the types are
 * not `any`: the line above which it stands must not compile.
 */

/** Reads a value of the generated types in the same way with every generator. */
const ofTypes = `
export const vectors = (reply: EmbeddingsReply): readonly (number[] | string)[] =>
  reply.data.map(({ embedding }) => embedding);
// @ts-expect-error The input is missing.
export const noInput: EmbeddingsRequest = { model: "sandbox/embed" };
export const textOf = (event: StreamEvent): string =>
  event.type === "response.content_part.delta" ? event.delta : "";
export const messageOf = ({ error }: ErrorEnvelope): string => error.message;
// @ts-expect-error The code is a number.
export const codeOf = ({ error }: ErrorEnvelope): string => error.code;
`;

const names = "EmbeddingsRequest, EmbeddingsReply, ErrorEnvelope, StreamEvent";

export const openapiTypescriptUse = `
import type { components, operations } from "./generated";
type EmbeddingsRequest = components["schemas"]["EmbeddingsRequest"];
type EmbeddingsReply = components["schemas"]["EmbeddingsReply"];
type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];
type StreamEvent = components["schemas"]["StreamEvent"];
export type Listed = operations["listEmbeddingModels"]["responses"][200]["content"]["application/json"]["data"];
export const first = (list: Listed): string | undefined => list[0]?.id;
${ofTypes}`;

export const heyApiUse = `
import { createEmbeddings, createResponse } from "./generated";
import type { ${names} } from "./generated";
import { client } from "./generated/client.gen";
client.setConfig({ baseUrl: "http://127.0.0.1:8080/api/v1", auth: () => "key" });
export async function embed(): Promise<readonly (number[] | string)[]> {
  const { data, error } = await createEmbeddings({ body: { model: "sandbox/embed", input: "x" } });
  return data === undefined ? [messageOf(error)] : vectors(data);
}
// @ts-expect-error The input is missing.
void createResponse({ body: { model: "sandbox/text" } });
${ofTypes}`;

export const orvalUse = `
import { createEmbeddings, createResponse } from "./generated/portico";
import type { ${names} } from "./generated/model";
export async function embed(): Promise<readonly (number[] | string)[]> {
  const reply = await createEmbeddings({ model: "sandbox/embed", input: "x" });
  return reply.status === 200 ? vectors(reply.data) : [messageOf(reply.data)];
}
// @ts-expect-error The input is missing.
void createResponse({ model: "sandbox/text" });
${ofTypes}`;

export const kubbUse = `
import { createEmbeddings, createResponse } from "./generated/index.ts";
import type { ${names} } from "./generated/index.ts";
export async function embed(): Promise<readonly (number[] | string)[]> {
  return vectors(await createEmbeddings({ model: "sandbox/embed", input: "x" }));
}
// @ts-expect-error The input is missing.
void createResponse({ model: "sandbox/text" });
${ofTypes}`;
