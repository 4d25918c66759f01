import { framesOf } from "./readers/bedrock.ts";
import { bodyBytes, type Recording } from "./recording.ts";

/** Where each event of a recorded stream ends, in bytes; none for an answer in one body. */
export function eventEnds(recording: Recording): readonly number[] {
  const bytes = bodyBytes(recording);
  if (recording.response.encoding === "base64")
    return sums(framesOf(bytes).map((frame) => frame.length));

  const text = bytes.toString("latin1");
  if (recording.api === "ollama.chat")
    return [...text.matchAll(/\n/g)].map((match) => match.index + 1);

  return text.trimStart().startsWith("{")
    ? []
    : [...text.matchAll(/\r\n\r\n|\n\n|\r\r/g)].map((match) => match.index + match[0].length);
}

function sums(lengths: readonly number[]): readonly number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum;
  });
}
