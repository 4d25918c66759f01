import type { OpenApiDocument } from "@portico/contract";
import type { NamedExample, OperationPack } from "@portico/mock/gateway";
import type { HttpHandler } from "msw";
import { portico } from "../src/index.ts";

/** The handlers of any operation, for tests that go through all of them. */
export interface AnyOperation {
  (): HttpHandler;
  reply(choice: object | number | string): HttpHandler;
  fault(name: string): HttpHandler;
}

export function operationNamed(id: string): AnyOperation {
  return Reflect.get(portico, id);
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export const base = "https://gateway.example/api/v1";

/** As a page asks: through `fetch`, which MSW stands in front of. */
export function ask(path: string, { body, headers, signal, ...asked }: Asked = {}) {
  return fetch(base + path, {
    method: asked.method ?? (body === undefined ? "GET" : "POST"),
    headers: { Authorization: "Bearer any-key", "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** A request that the contract allows, with ids that stand for themselves. */
export function requestFor(
  document: OpenApiDocument,
  { facts: { id, path, method } }: OperationPack,
): [string, Asked] {
  const definition = document.paths[path]?.[method];
  const [example] = Object.values(
    definition?.requestBody?.content["application/json"]?.examples ?? {},
  );
  const reference = example?.$ref?.split("/").at(-1) ?? "";
  const body = example?.value ?? document.components.examples?.[reference]?.value;
  const address = path
    .replace("{hash}", "a".repeat(64))
    .replace("{id}", "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d")
    .replace("{version}", "1")
    .replace(/\{\w+\}/g, "some");
  const query = id === "getGeneration" ? "?id=req_1" : "";
  return [address + query, { method: method.toUpperCase(), body }];
}

/** The events of a stream's text. */
export function eventsIn(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

/** Every status of an operation with its examples of one kind of body; those of `default` by the status they carry. */
export function examplesByStatus(
  { replies }: OperationPack,
  mediaType = "application/json",
): [number, NamedExample | undefined][] {
  return Object.entries(replies).flatMap(([status, types]) => {
    const examples = types[mediaType] ?? [];
    const listed = examples.map((example): [number, NamedExample] => [
      status === "default" ? Number(Object(example.value).error.code) : Number(status),
      example,
    ]);
    const own = listed.filter(([code]) => status !== "default" || replies[code] === undefined);
    return status === "default" ? own : [[Number(status), undefined], ...own];
  });
}
