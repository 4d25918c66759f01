import { LineSplitter } from "./lines.ts";
import { parseUpstreamJson, unread } from "./read-reply.ts";
import type { UpstreamReply } from "./request.ts";
import { UpstreamError } from "./upstream-error.ts";

const maxLineLength = 4 * 1024 * 1024;

/** The JSON values of a reply that has one on each line, in one batch for each read. */
export async function* readJsonLines(
  reply: UpstreamReply,
): AsyncGenerator<readonly unknown[], void, undefined> {
  const splitter = new LineSplitter(maxLineLength);
  let isFirst = true;
  for await (const chunk of reply.body) {
    const lines = splitter.push(chunk)?.filter((line) => line.trim() !== "");
    if (lines === undefined)
      throw new UpstreamError("malformed", "The provider sent a line that is too long.");

    if (lines.length > 0) {
      yield lines.map((line) => parsed(line, "malformed"));
      isFirst = false;
    }
  }
  const last = splitter.end()?.trim() ?? "";
  if (last !== "") yield [parsed(last, "cut", isFirst)];
}

function parsed(line: string, failure: "malformed" | "cut", isAll = false): unknown {
  try {
    return parseUpstreamJson(line);
  } catch (cause) {
    const message = "The provider sent a line that is not JSON.";
    const error = new UpstreamError(failure, message, { cause });
    throw isAll ? unread(error, [Buffer.from(line)]) : error;
  }
}
