import type { Portico } from "@portico/client";

/** What was spent, by model, the dearest first. */
export async function listSpending({ activity }: Portico) {
  const { data, totals } = await activity.list({ group_by: ["model"] });
  for (const { model, requests, usage } of data)
    console.log(`${model}: ${requests} requests, $${usage}`);
  console.log(`all: ${totals.requests} requests, $${totals.usage}`);
}
