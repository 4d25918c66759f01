import { expect, it } from "vitest";
import { unaskedReplies } from "./unasked.ts";

/** What a reply says of its cost is younger than the file. */
const costs = /,"cost":.*?"is_byok":false/g;

/** unasked.txt was written by the gateway before it could show thoughts. */
it("replies are byte for byte what they were before thoughts could be asked for", async () => {
  const replies = Object.entries(await unaskedReplies());
  const written = replies.map(([name, reply]) => `=== ${name}\n${reply}\n`).join("");
  await expect(written.replaceAll(costs, "")).toMatchFileSnapshot("unasked.txt");
});
