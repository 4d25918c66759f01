import type { Portico } from "@portico/client";

/** Prints the answer as it comes, then what it cost. Ctrl-C ends the answer, and its cost with it. */
export async function ask({ responses, generations }: Portico, model: string, input: string) {
  const stream = await responses.stream({ model, input });
  process.once("SIGINT", () => stream.cancel());
  for await (const piece of stream.textDeltas()) process.stdout.write(piece);
  process.stdout.write("\n");

  const { usage } = await stream.finalResponse();
  const cost = stream.generationId && (await generations.get(stream.generationId)).data.total_cost;
  console.error(`${usage?.total_tokens} tokens, $${cost ?? "unknown"}`);
}
