import { expect, it } from "vitest";
import { unaskedReplies } from "./unasked.ts";

/** unasked.txt was written by the gateway before it could show thoughts. */
it("replies are byte for byte what they were before thoughts could be asked for", async () => {
  const replies = Object.entries(await unaskedReplies());
  const written = replies.map(([name, reply]) => `=== ${name}\n${reply}\n`).join("");
  await expect(written).toMatchFileSnapshot("unasked.txt");
});
