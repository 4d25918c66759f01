import type { StreamEvent } from "@portico/contract";
import type { Stop } from "./stop.ts";

/** One event of a response's stream: its type, and what it brings. */
export function responseStop(text: string): Stop {
  const event: StreamEvent = JSON.parse(text);
  return { name: event.type, detail: detailOf(event) };
}

function detailOf(event: StreamEvent): string {
  if ("delta" in event) return `delta ${JSON.stringify(event.delta)}`;
  if ("item" in event) return itemDetail(event.item);
  if ("arguments" in event) return `arguments ${event.arguments}`;
  if ("response" in event) return responseDetail(event.response);
  if ("message" in event) return String(event.message);
  if ("text" in event) return `text ${JSON.stringify(event.text)}`;
  if ("part" in event) return `part ${event.part.type} ${JSON.stringify(event.part.text)}`;
  return "";
}

function itemDetail(item: Extract<StreamEvent, { item: unknown }>["item"]): string {
  const name = item.type === "function_call" ? ` ${item.name}` : "";
  const status = "status" in item && item.status ? `, ${item.status}` : "";
  return `${item.type}${name}${status}`;
}

function responseDetail(response: Extract<StreamEvent, { response: unknown }>["response"]): string {
  const usage = response.usage ? `, ${response.usage.total_tokens} tokens` : "";
  return `status ${response.status}${usage}`;
}
