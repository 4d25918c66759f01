import { expect } from "vitest";
import { expectTruthful, parseEvents, type WireEvent } from "../responses/read-events.ts";
import { at, itemsAt, jsonOf, numberAt, type Reading, textAt } from "./readers/reading.ts";

/** What a caller of the gateway gets, in the terms of a reading. */
export interface Reply extends Reading {
  /** Of the reply itself: a stream that fails has begun with 200. */
  readonly status: number;
  readonly failed: boolean;
}

interface Asked {
  readonly api: string;
  readonly key: string;
  readonly model: string;
}

interface AskedText extends Asked {
  /** The functions that the recording calls: an answer that calls others is none. */
  readonly functions: readonly string[];
}

export async function askPlainly(asked: AskedText): Promise<Reply> {
  const response = await post(asked, "responses", textRequest(asked, false));
  const body: unknown = await response.json();
  if (response.status !== 200) return refusalOf(response.status, body);

  const output = itemsAt(body, "output");
  return {
    status: 200,
    failed: false,
    text: output
      .flatMap((item) => itemsAt(item, "content"))
      .map((part) => textAt(part, "text"))
      .join(""),
    calls: output.filter(isCall).map(toCall),
    ...endOf(body),
  };
}

/** Reads the events alone, and only after they have proved to be in order and valid. */
export async function askStreaming(asked: AskedText): Promise<Reply> {
  const response = await post(asked, "responses", textRequest(asked, true));
  if (response.status !== 200) return refusalOf(response.status, await response.json());

  const events = parseEvents(await response.text());
  const terminal = expectTruthful(events);
  const told = events.filter((event): event is WireEvent => event !== "[DONE]");
  return {
    status: 200,
    failed: terminal.type === "response.failed",
    text: told
      .filter(({ type }) => type === "response.output_text.delta")
      .map((event) => textAt(event, "delta"))
      .join(""),
    calls: told
      .filter(({ type }) => type === "response.output_item.done")
      .map((event) => at(event, "item"))
      .filter(isCall)
      .map(toCall),
    ...endOf(at(terminal, "response")),
  };
}

function textRequest({ functions }: AskedText, stream: boolean): object {
  const parameters = { type: "object" };
  const tools = functions.map((name) => ({ type: "function", name, strict: null, parameters }));
  return { input: "Hello", stream, tools };
}

export async function embed(
  asked: Asked,
  inputs: number,
  encoding: "float" | "base64",
): Promise<{ status: number; body: unknown }> {
  const response = await post(asked, "embeddings", {
    input: Array.from({ length: inputs }, () => "words"),
    encoding_format: encoding,
  });
  return { status: response.status, body: await response.json() };
}

function post({ api, key, model }: Asked, path: string, body: object): Promise<Response> {
  return fetch(`${api}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, ...body }),
  });
}

function refusalOf(status: number, body: unknown): Reply {
  expect(at(body, "error", "code")).toBe(status);
  expect(textAt(body, "error", "message")).not.toBe("");
  return { status, failed: true, text: "", calls: [] };
}

function isCall(item: unknown): boolean {
  return at(item, "type") === "function_call";
}

function toCall(item: unknown): Reading["calls"][number] {
  return {
    name: textAt(item, "name"),
    arguments: jsonOf(textAt(item, "arguments")),
    id: textAt(item, "call_id"),
  };
}

function endOf(response: unknown): Pick<Reading, "finish" | "usage"> {
  const usage = at(response, "usage");
  const status = textAt(response, "status");
  const reason = textAt(response, "incomplete_details", "reason");
  return {
    finish:
      status === "completed" ? "stop" : reason === "content_filter" ? reason : lengthOf(status),
    usage:
      at(usage, "input_tokens") === undefined
        ? undefined
        : {
            input: numberAt(usage, "input_tokens"),
            output: numberAt(usage, "output_tokens"),
            cached: numberAt(usage, "input_tokens_details", "cached_tokens"),
            reasoning: numberAt(usage, "output_tokens_details", "reasoning_tokens"),
            written: numberAt(usage, "input_tokens_details", "cache_write_tokens"),
          },
  };
}

function lengthOf(status: string): Reading["finish"] {
  return status === "incomplete" ? "length" : undefined;
}
