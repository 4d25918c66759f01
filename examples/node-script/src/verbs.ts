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

/** Every key of the organisation: the loop asks for further pages by itself. */
export async function listKeys({ keys }: Portico) {
  for await (const { name, label, usage, limit } of keys.list())
    console.log(`${label}  ${name}: $${usage} of ${limit === null ? "any amount" : `$${limit}`}`);
}

/** The secret is shown here and never again. */
export async function makeKey({ keys }: Portico, name: string, limit: number) {
  const { key, data } = await keys.create({ name, limit });
  console.log(`${data.name}, which may spend $${data.limit}: ${key}`);
}

/** What was spent, by model, the dearest first. */
export async function listSpending({ activity }: Portico) {
  const { data, totals } = await activity.list({ group_by: ["model"] });
  for (const { model, requests, usage } of data)
    console.log(`${model}: ${requests} requests, $${usage}`);
  console.log(`all: ${totals.requests} requests, $${totals.usage}`);
}
