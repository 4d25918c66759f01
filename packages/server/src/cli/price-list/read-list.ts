import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { CliError } from "../shell/cli-error.ts";

/** Dollars per million tokens, one value or one for each length of the input. */
const amount = z.union([
  z.number(),
  z.looseObject({
    base: z.number(),
    tiers: z.array(z.looseObject({ start: z.number(), price: z.number() })),
  }),
]);
const prices = z.record(z.string(), amount);
const conditional = z.looseObject({
  constraint: z
    .looseObject({ type: z.string().optional(), start_date: z.string().optional() })
    .nullish(),
  prices,
});

type Match =
  | { readonly equals: string }
  | { readonly starts_with: string }
  | { readonly ends_with: string }
  | { readonly contains: string }
  | { readonly regex: string }
  | { readonly or: readonly Match[] }
  | { readonly and: readonly Match[] };
const match: z.ZodType<Match> = z.lazy(() =>
  z.union([
    z.object({ equals: z.string() }),
    z.object({ starts_with: z.string() }),
    z.object({ ends_with: z.string() }),
    z.object({ contains: z.string() }),
    z.object({ regex: z.string() }),
    z.object({ or: z.array(match) }),
    z.object({ and: z.array(match) }),
  ]),
);
const provider = z.looseObject({
  id: z.string(),
  models: z.array(
    z.looseObject({ id: z.string(), match, prices: z.union([z.array(conditional), prices]) }),
  ),
});
const list = z.union([z.array(provider), z.looseObject({ providers: z.array(provider) })]);
const packageModule = z.looseObject({
  findProvider: z.custom<(options: { readonly providerId: string }) => unknown>(
    (value) => typeof value === "function",
  ),
});

export type ListedPrices = z.output<typeof prices>;
export type ListedProvider = z.output<typeof provider>;

/**
 * Reads a list of genai-prices (https://github.com/pydantic/genai-prices): its `data.json`, or the folder of its npm
 * package, of which the named providers are read. Nothing is fetched.
 */
export async function readList(
  place: string,
  providerIds: readonly string[],
): Promise<readonly ListedProvider[]> {
  const path = resolve(place);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CliError(`There is no file or folder ${path}.`, "usage");
  const value = found.isDirectory() ? await fromPackage(path, providerIds) : await fromFile(path);
  const parsed = list.safeParse(value);
  if (!parsed.success) throw new CliError(`${path} is no price list of genai-prices.`);
  return Array.isArray(parsed.data) ? parsed.data : parsed.data.providers;
}

function fromFile(path: string): Promise<unknown> {
  const parsed = readFile(path, "utf8").then((text): unknown => JSON.parse(text));
  return parsed.catch((cause: unknown) => {
    throw new CliError(`${path} cannot be read as JSON.`, "failed", { cause });
  });
}

/** The package has its list in its code. */
async function fromPackage(folder: string, ids: readonly string[]): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(join(folder, "dist/index.js")).href).catch(
    () => null,
  );
  const parsed = packageModule.safeParse(module);
  if (!parsed.success) throw new CliError(`${folder} is not the npm package of genai-prices.`);
  return ids.flatMap((providerId) => parsed.data.findProvider({ providerId }) ?? []);
}

/** The prices of a model at a provider on a day; null where the list does not have it. */
export function listedPrices(
  { models }: ListedProvider,
  upstreamModel: string,
  day: string,
): ListedPrices | null {
  const found =
    models.find(({ id }) => id === upstreamModel) ??
    models.find((model) => matches(model.match, upstreamModel));
  if (found === undefined) return null;
  if (!Array.isArray(found.prices)) return found.prices;
  const { prices } = found;
  const isHourly = ({ constraint }: Conditional) => constraint?.type === "time_of_date";
  const usual = prices.findLast(
    (one) => !isHourly(one) && (one.constraint?.start_date ?? "") <= day,
  );
  // Where the price depends on the hour, the dearest: a price in use must not be below it.
  const possible = [...(usual ? [usual] : []), ...prices.filter(isHourly)];
  const dearest = possible.toSorted((one, other) => inputOf(other) - inputOf(one))[0];
  return dearest?.prices ?? null;
}

type Conditional = z.output<typeof conditional>;

function inputOf({ prices: { input_mtok: input = 0 } }: Conditional): number {
  return typeof input === "number" ? input : input.base;
}

function matches(rule: Match, name: string): boolean {
  if ("equals" in rule) return name === rule.equals;
  if ("starts_with" in rule) return name.startsWith(rule.starts_with);
  if ("ends_with" in rule) return name.endsWith(rule.ends_with);
  if ("contains" in rule) return name.includes(rule.contains);
  if ("regex" in rule) return new RegExp(rule.regex).test(name);
  if ("or" in rule) return rule.or.some((one) => matches(one, name));
  return rule.and.every((one) => matches(one, name));
}
