import { parse } from "@portico/contract/judge/read-events";
import { grouped } from "@portico/core/json/grouped";
import type { FoundSecret, Secrets } from "./secrets.ts";
import { framesOf } from "./timed-text.ts";

/** A text that an event adds to what earlier events have said. */
interface Piece {
  /** Number of the event. */
  readonly frame: number;
  /** Where the event has it: `choices.0.delta.content`. */
  readonly path: readonly string[];
  /** Pieces of one channel follow one another: of the same place in events of the same type. */
  readonly channel: string;
  readonly text: string;
}

/**
 * Replaces secrets of which each event of a stream has a piece: a model may repeat what stood in its prompt. The pieces of
 * the placeholder stand where those of the secret stood, so that the text is still the sum of its pieces.
 */
export function withoutSecretsInPieces(text: string, secrets: Secrets): string {
  const frames = framesOf(text);
  const channels = grouped(frames.flatMap(piecesOf), ({ channel }) => channel);
  for (const pieces of channels.values()) {
    const found = secrets.find(pieces.map((piece) => piece.text).join(""));
    if (found.length === 0) continue;
    for (const [index, replaced] of replacePieces(pieces, found).entries()) {
      const piece = pieces[index];
      if (piece !== undefined && piece.text !== replaced)
        frames[piece.frame] = withText(frames[piece.frame] ?? "", piece.path, replaced);
    }
  }
  return frames.join("");
}

const dataLine = /^data: (\{.*\})$/m;

function piecesOf(frame: string, index: number): Piece[] {
  const [, json = "null"] = dataLine.exec(frame) ?? [];
  const event = parse(json);
  const type = String(Reflect.get(Object(event), "type"));
  return textsIn(event, []).map((found) => ({
    ...found,
    frame: index,
    channel: [type, ...found.path].join("."),
  }));
}

/** The texts below a field `delta`, with their paths. */
function textsIn(value: unknown, path: readonly string[]): Pick<Piece, "path" | "text">[] {
  if (typeof value === "string") return path.includes("delta") ? [{ path, text: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textsIn(field, [...path, name]));
}

function replacePieces(pieces: readonly Piece[], found: readonly FoundSecret[]): string[] {
  let start = 0;
  const placed = pieces.map(({ text }) => {
    const from = start;
    start += text.length;
    return { text, from, to: start };
  });
  const results = placed.map(() => "");
  const shares = found.map((secret) => {
    const touched = placed.filter(({ from, to }) => from < secret.end && secret.start < to);
    return { ...secret, pieces: touched.length, given: 0 };
  });
  for (const [index, { text, from, to }] of placed.entries()) {
    let at = from;
    for (const secret of shares) {
      if (secret.end <= from || to <= secret.start) continue;
      results[index] += text.slice(at - from, Math.max(secret.start, at) - from);
      results[index] += shareOf(secret);
      secret.given += 1;
      at = Math.min(secret.end, to);
    }
    results[index] += text.slice(at - from);
  }
  return results;
}

/** One character for each piece, and the rest for the last: a piece then looks like no secret by itself. */
function shareOf({ stand, pieces, given }: { stand: string; pieces: number; given: number }) {
  return given === pieces - 1 ? stand.slice(given) : stand.charAt(given);
}

function withText(frame: string, path: readonly string[], text: string): string {
  return frame.replace(dataLine, (_, json: string) => {
    const event: unknown = JSON.parse(json);
    const last = path.at(-1) ?? "";
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((at, name) => Reflect.get(Object(at), name), event);
    Reflect.set(Object(holder), last, text);
    return `data: ${JSON.stringify(event)}`;
  });
}
