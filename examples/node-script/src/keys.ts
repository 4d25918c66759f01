import type { Portico } from "@portico/client";

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
