import {
  coreRooms,
  everybodys,
  mockRooms,
  type Permission,
  permissionOf,
  type Room,
  rooms,
} from "./rooms.ts";

/** One import as the rules see it: both sides as paths from the root of the repository, packages by name. */
export interface Edge {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

const serverRoot = "packages/server/src/";
/** Packages of few rooms. */
const smallTables = new Map(Object.entries({ core: coreRooms, mock: mockRooms }));
const packageOfOurs = /^@portico\//;

/** Packages of ours that a package, or a folder of its src/, may import: whole ones, or one of their folders. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  core: ["@portico/contract"],
  "try-it": ["@portico/contract"],
  server: [
    "@portico/contract",
    "@portico/core/configuration",
    "@portico/core/failures",
    "@portico/core/json",
    "@portico/core/model-call",
    "@portico/core/rules",
  ],
  client: ["@portico/contract"],
  "react-query": ["@portico/contract", "@portico/client"],
  "test-support": ["@portico/contract"],
  mock: ["@portico/contract", "@portico/core"],
  "mock/scenarios": ["@portico/core/json"],
  msw: [
    "@portico/contract",
    "@portico/core",
    "@portico/mock/gateway",
    "@portico/mock/scenarios",
    "@portico/mock/vitest",
  ],
  console: [
    "@portico/client",
    "@portico/core/json",
    "@portico/core/rules",
    "@portico/msw",
    "@portico/proof",
    "@portico/publish",
    "@portico/react-query",
    "@portico/test-support",
    "@portico/try-it",
  ],
  docs: [
    "@portico/contract",
    "@portico/client",
    "@portico/mock/make-handlers",
    "@portico/mock/scenarios",
    "@portico/publish",
    "@portico/try-it",
  ],
};

/** The reason why an import is not allowed, or nothing. */
export function judge(edge: Edge): string | undefined {
  const inside = undocumentedDoor(edge.target);
  if (inside !== undefined || /\.test\.ts$|\/test\/|^scripts\//.test(edge.file)) return inside;
  return betweenPackages(edge) ?? foreignPackage(edge) ?? insideServer(edge) ?? insideSmall(edge);
}

function betweenPackages({ file, target }: Edge): string | undefined {
  const [, home = "", , folder = ""] = file.split("/");
  if (target.startsWith("packages/") && target.split("/")[1] !== home)
    return "A relative path leaves its package: import the other package by its name.";
  const place = mayUse[`${home}/${folder}`] === undefined ? home : `${home}/${folder}`;
  const allowed = mayUse[place];
  if (!packageOfOurs.test(target) || allowed === undefined) return undefined;
  const entries = [...allowed, ...(roomOf(file)?.mayImport ?? [])];
  if (entries.some((entry) => target === entry || target.startsWith(`${entry}/`))) return undefined;
  return `packages/${place} may import ${allowed.join(" and ") || "no other package of ours"}, not ${target}.`;
}

function foreignPackage({ file, target, typeOnly, dynamic }: Edge): string | undefined {
  if (!file.startsWith(serverRoot)) return undefined;
  const isIn = (...names: readonly string[]) =>
    names.some((name) => file.startsWith(`${serverRoot}${name}/`));
  if (isIn("providers", "upstream") && /^(express($|-)|@portico\/contract)/.test(target))
    return "A provider knows neither Express nor our wire: convert in operations/ or wires/.";
  if (!isIn("upstream") && target === "undici")
    return "Only upstream/upstream.ts opens connections: ask a provider instead.";
  if (!isIn("notifications") && /^nodemailer($|\/)/.test(target))
    return "Mail leaves through notifications/smtp-session.ts alone.";
  const vendor = libraryVendor(target);
  if (vendor !== undefined && !(isIn(vendor) && (dynamic || typeOnly)))
    return `Only ${vendor}/ loads this library, by import(), where such a provider is configured.`;
  return undefined;
}

/** Large libraries that open connections of their own, for one vendor's credentials. */
function libraryVendor(target: string): string | undefined {
  if (/^@(aws-sdk|smithy)\//.test(target)) return "providers/bedrock";
  return /^google-auth-library($|\/)/.test(target) ? "providers/vertex" : undefined;
}

function insideServer({ file, target, typeOnly }: Edge): string | undefined {
  if (!(file.startsWith(serverRoot) && target.startsWith(serverRoot))) return undefined;
  const from = file.slice(serverRoot.length);
  const to = target.slice(serverRoot.length);
  const fromFolder = folderOf(from);
  const toFolder = folderOf(to);
  if (toFolder === "http" && fromFolder !== "http")
    return fromFolder === "assembly" ? undefined : "Only assembly/ imports http/.";
  if (fromFolder === toFolder || fromFolder === "" || isEverybodys(to)) return undefined;
  if (to === "config.ts" && typeOnly) return undefined;
  return throughDoor(toFolder, to) ?? insideTable(fromFolder, to, typeOnly);
}

function insideSmall({ file, target }: Edge): string | undefined {
  const home = file.split("/")[1] ?? "";
  const root = `packages/${home}/src/`;
  const table = smallTables.get(home);
  if (!(table && file.startsWith(root) && target.startsWith(root))) return undefined;
  const from = file.slice(root.length);
  const to = target.slice(root.length);
  const [room, other] = [folderOf(from), folderOf(to)];
  if (room === other) return room === "wires" ? betweenWires(from, to) : undefined;
  const allowed = table[room] ?? [];
  // What lies beside the rooms is core's to all of them, and the mock's command.
  if ((other === "" && home === "core") || allowed.includes(other)) return undefined;
  return `${home}'s ${room}/ may import ${allowed.join(", ") || "no other room"}.`;
}

/** A wire that imported another one would have to change with it. */
function betweenWires(from: string, to: string): string | undefined {
  const [here, there] = [from, to].map((path) => path.split("/")[1]);
  return here === there || there === "reading"
    ? undefined
    : "Folders of wires/ do not import each other: move what both need to wires/reading/.";
}

function isEverybodys(path: string): boolean {
  return everybodys.some((entry) => path === entry || path.startsWith(`${entry}/`));
}

function throughDoor(toFolder: string, to: string): string | undefined {
  const doors = rooms[toFolder]?.doors?.map((file) => `${toFolder}/${file}`);
  return doors === undefined || doors.includes(to)
    ? undefined
    : `${toFolder}/ is entered through ${doors.join(", ")} alone.`;
}

function insideTable(fromFolder: string, to: string, typeOnly: boolean): string | undefined {
  const room = rooms[fromFolder];
  if (room === undefined)
    return `${fromFolder}/ has no place in the table of scripts/borders/rooms.ts: add it there.`;
  const permissions = room.mayImport
    .map(permissionOf)
    .filter((permission) => to === permission.room || to.startsWith(`${permission.room}/`));
  const allows = ({ kind }: Permission) =>
    kind === "all" || (kind === "types" ? typeOnly : /\bfacts\.ts$/.test(to));
  if (permissions.some(allows)) return undefined;
  if (permissions.some(({ kind }) => kind === "types"))
    return "Only types may cross here: write `import type`, or pass the value in from assembly/.";
  const list = room.mayImport.join(", ") || "no other room";
  return `${fromFolder}/ may import ${list}. Pass what it needs in from assembly/, or move the code.`;
}

function roomOf(file: string): Room | undefined {
  return file.startsWith(serverRoot) ? rooms[folderOf(file.slice(serverRoot.length))] : undefined;
}

function folderOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

/** Paths inside a package that its own documentation tells users to import. */
const documentedDoors: Readonly<Record<string, string>> = {
  "ajv/dist/2020.js": "https://ajv.js.org/json-schema.html#draft-2020-12",
  "nodemailer/lib/mail-composer": "https://nodemailer.com/extras/mailcomposer",
  "uplot/dist/uPlot.min.css": "https://github.com/leeoniya/uPlot#readme",
  "nodemailer/lib/smtp-connection": "https://nodemailer.com/extras/smtp-connection",
};

/** Paths that no documentation names, with the reason. Versions are pinned, and tests fail where one moves. */
const knownInside: Readonly<Record<string, string>> = {
  "express-openapi-validator/dist/framework/openapi.schema.validator.js":
    "the middleware compiles OpenAPI's own schema for each operation, whether it is used or not",
};

const insideOfPackage = /^(?:@[^/]+\/)?[^./@][^/]*\/(?:.*\/)?(?:dist|lib)(?:\/|$)/;

/**
 * What a package keeps in `dist/` or `lib/` may change with every version, without a word in its notes. Paths of our
 * own files begin with `packages/` or `scripts/`.
 */
function undocumentedDoor(target: string): string | undefined {
  if (/^(?:packages|scripts)\//.test(target) || !insideOfPackage.test(target)) return undefined;
  if (Object.hasOwn(documentedDoors, target) || Object.hasOwn(knownInside, target))
    return undefined;
  return `${target} is inside another package: import what the package exports. A path that its documentation names may be added to scripts/borders/rules.ts, with the link.`;
}

export interface FoundImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** By `import()`, when the code gets there. */
  readonly dynamic: boolean;
  readonly line: number;
}

const statement =
  /(?:^|\n)[ \t]*(import|export)\s+(type\s+)?(?:[\w*{][^;"'`]*?\sfrom\s*)?["']([^"'\n]+)["']|\b(?:import|require)(?:(?:\.meta)?\.resolve)?\(\s*["']([^"'\n]+)["']/g;

/** The modules that a source text names: static, side-effect, re-exporting and dynamic imports, and requires. */
export function findImports(source: string): FoundImport[] {
  return [...source.matchAll(statement)].map((match) => ({
    specifier: match[3] ?? match[4] ?? "",
    typeOnly: match[2] !== undefined,
    dynamic: match[0].startsWith("import("),
    line: source.slice(0, match.index + (match[0].startsWith("\n") ? 1 : 0)).split("\n").length,
  }));
}
