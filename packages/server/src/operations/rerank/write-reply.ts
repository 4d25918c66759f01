import type { Output } from "@portico/contract";
import { writeJson } from "../../json/write-json.ts";
import { type Headers, ok, type Reply } from "../operation.ts";

/** As many characters of documents are written in one go. */
const longestAtOnce = 64 * 1024;

/** A reply with long documents is written in turns: others would wait for it. */
export async function writeReply(
  reply: Output<"createRerank">,
  headers: Headers,
): Promise<Reply<Output<"createRerank">>> {
  const characters = reply.results.reduce((sum, one) => sum + (one.document?.text.length ?? 0), 0);
  if (characters <= longestAtOnce) return ok(reply, headers);
  const written = await writeJson(reply);
  const bytes = typeof written === "string" ? Buffer.from(written) : written;
  return { type: "pieces", pieces: [bytes], headers };
}
