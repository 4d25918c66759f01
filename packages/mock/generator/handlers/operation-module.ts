import { csvType } from "@portico/contract/csv";
import type { OperationPack } from "../../src/gateway/pack.ts";
import { examplesOf } from "../../src/gateway/pack.ts";
import type { SharedParts } from "./shared-parts.ts";
import { banner, printed } from "./source.ts";

interface Surroundings {
  readonly packs: readonly OperationPack[];
  readonly shared: SharedParts;
  /** The simulated gateway does more for it than to send examples. */
  readonly hasBehaviour: boolean;
}

/** `createResponse` -> `create-response.ts`. */
export function fileNameOf({ facts }: OperationPack): string {
  return `${facts.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

/** The module of one operation: its examples by name as a type, its pack, its handlers. */
export function operationModule(pack: OperationPack, surroundings: Surroundings): string {
  const { shared, hasBehaviour, packs } = surroundings;
  const { id, method, path } = pack.facts;
  const used = new Set<string>();
  const text = printed(pack, (part) => {
    const name = part === pack ? undefined : shared.nameOf(part);
    if (name !== undefined) used.add(name);
    return name;
  });
  const seeds = hasBehaviour ? seedsOf(pack, packs) : [];
  const kind = streams(pack) ? "Streaming" : "";
  const type = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}Examples`;
  const fields = [
    "pack",
    ...(hasBehaviour ? ["behaviour"] : []),
    ...elsewhere(pack, packs).map((paths) => `elsewhere: ${JSON.stringify(paths)}`),
    ...(seeds.length > 0 ? [`seeds: [${seeds.map(({ facts }) => facts.id).join(", ")}]`] : []),
  ];
  const imports = [
    'import type { OperationPack } from "@portico/mock/gateway";',
    ...(hasBehaviour
      ? [`import { ${id} as behaviour } from "@portico/mock/gateway/behaviours";`]
      : []),
    ...seeds.map((seed) => `import { pack as ${seed.facts.id} } from "./${fileNameOf(seed)}";`),
    `import { ${kind === "" ? "operation" : "streamingOperation"}, type ${kind}Operation } from "../operation.ts";`,
    ...(used.size > 0 ? [`import { ${[...used].toSorted().join(", ")} } from "./shared.ts";`] : []),
  ];
  return `${banner}${imports.join("\n")}

/** The names of the examples by status. */
interface ${type} {
${exampleTypes(pack).join("\n")}
}

export const pack: OperationPack = ${text};

/** \`${method.toUpperCase()} ${path}\` */
export const ${id}: ${kind}Operation<${JSON.stringify(id)}, ${type}> = /* @__PURE__ */ ${kind === "" ? "operation" : "streamingOperation"}({ ${fields.join(", ")} });
`;
}

function streams(pack: OperationPack): boolean {
  return examplesOf(pack, 200, "text/event-stream").length > 0;
}

/**
 * Every status with the names of its examples. Those of `default` stand at the statuses that they carry in their body,
 * because a caller knows a failure by its status.
 */
function exampleTypes(pack: OperationPack): string[] {
  const names = new Map<number, string[]>();
  for (const [status, name] of namesByStatus(pack))
    names.set(status, [...(names.get(status) ?? []), ...(name === undefined ? [] : [name])]);
  return [...names]
    .toSorted(([one], [other]) => one - other)
    .map(([status, here]) => `  ${status}: ${union(here)};`);
}

function union(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ") || "never";
}

type Named = readonly [status: number, name?: string];

function namesByStatus({ replies }: OperationPack): Named[] {
  return Object.entries(replies).flatMap(([status, types]): Named[] => {
    // A table is asked for by `Accept`, not by a name.
    const examples = Object.entries(types).flatMap(([type, all]) => (type === csvType ? [] : all));
    if (status !== "default")
      return [[Number(status)], ...examples.map(({ name }): Named => [Number(status), name])];
    return examples
      .map(({ name, value }) => [codeOf(value), name] as const)
      .filter(([code]) => code >= 400 && !Object.hasOwn(replies, String(code)));
  });
}

/** Of an error envelope. */
function codeOf(value: unknown): number {
  const error: unknown = Reflect.get(Object(value), "error");
  return Number(Reflect.get(Object(error), "code"));
}

/**
 * Paths that fit the operation's template and mean another operation, because they have fewer parameters: `/models/count`
 * beside `/models/{id}`.
 */
function elsewhere({ facts }: OperationPack, packs: readonly OperationPack[]): string[][] {
  const parts = facts.path.split("/");
  const paths = packs
    .map((other) => other.facts)
    .filter(
      (other) =>
        other.method === facts.method &&
        other.pathParameters.length < facts.pathParameters.length &&
        other.path.split("/").length === parts.length &&
        other.path.split("/").every((part, at) => parts[at] === part || parts[at]?.startsWith("{")),
    )
    .map((other) => other.path);
  return paths.length === 0 ? [] : [paths];
}

/**
 * The operations whose examples show what another one finds: of `GET /workspaces/{id}` that is `GET /workspaces`. They
 * are found by the first word of the path. A list needs none but itself, so no two modules wait for each other.
 */
function seedsOf(pack: OperationPack, packs: readonly OperationPack[]): OperationPack[] {
  const near = packs.filter(
    (other) =>
      other.facts.method === "get" &&
      other.facts.path.split("/").length === 2 &&
      wordOf(other) === wordOf(pack),
  );
  const lists = near.filter(showsList);
  const sources = lists.length > 0 ? lists : near;
  return sources.includes(pack) ? [] : sources;
}

/** `/keys/{hash}`, `/key` -> `key`. */
function wordOf({ facts }: OperationPack): string {
  return (facts.path.split("/")[1] ?? "").replace(/s$/, "");
}

function showsList(pack: OperationPack): boolean {
  const [example] = examplesOf(pack, 200);
  return Array.isArray(Reflect.get(Object(example?.value), "data"));
}
