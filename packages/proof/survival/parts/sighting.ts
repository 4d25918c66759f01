import { isRecord } from "@portico/contract/is-record";

/** What one caller asked for and what he got to see of it. */
export interface Sighting {
  readonly marker: string;
  /** Whether the request named its marker as its application's title, which the ledger keeps. */
  readonly isTitled: boolean;
  readonly keyId: number;
  readonly status: number | null;
  /**
   * `whole`: a success to its last byte. `refused`: a whole failure, or a stream that ended by saying that it has
   * failed. `lost`: the connection ended before either.
   */
  readonly end: "whole" | "refused" | "lost";
  readonly generationId: string | null;
  /** What the reply says that it cost. */
  readonly costNanousd: number | null;
  readonly reason: string | null;
}

/** What a body or a stream says of itself. */
export interface Read {
  readonly end: Sighting["end"];
  readonly generationId: string | null;
  readonly reason: string | null;
}

/** A reply of JSON: whole where it parses and says that it is complete. */
export function readJson(status: number, text: string): Read {
  const body = parse(text);
  if (body === null) return { end: "lost", generationId: null, reason: "no JSON" };
  if (status !== 200)
    return { end: "refused", generationId: null, reason: messageOf(body["error"]) };
  const id = body["id"];
  return { end: "whole", generationId: typeof id === "string" ? id : null, reason: null };
}

/** A stream: whole where it says that it is completed and ends with its last word. */
export function readStream(text: string): Read {
  const frames = text.split("\n\n").filter((frame) => frame.startsWith("data: "));
  const data = frames.map((frame) => frame.slice("data: ".length));
  const isEnded = data.at(-1) === "[DONE]" && text.endsWith("\n\n");
  const events = data.map(parse);
  const isCompleted = events.some((event) => event?.["type"] === "response.completed");
  const created = events.find((event) => event?.["type"] === "response.created")?.["response"];
  const id = isRecord(created) ? created["id"] : null;
  const generationId = typeof id === "string" ? id : null;
  if (!isEnded) return { end: "lost", generationId, reason: "cut off" };
  return { end: isCompleted ? "whole" : "refused", generationId, reason: "stream failed" };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string | null {
  const message = isRecord(error) ? error["message"] : null;
  return typeof message === "string" ? message : null;
}
