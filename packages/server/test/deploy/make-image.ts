import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";
import { filesOfGit } from "@portico/test-support/files-of-git";

/**
 * What `docker build` does with deploy/Dockerfile, without its engine: each stage is a folder, a copy comes from what git
 * has, less .dockerignore, and the commands of `runHere` run in the stage's folder.
 */
export async function makeImage(root: string, scratch: string): Promise<Image> {
  const stages = new Map<string, Stage>();
  const sources = { root, context: contextOf(root), stages };
  const environment = await environmentOf(root, scratch);
  const skipped: string[] = [];
  let stage: Stage = { folder: scratch, workingFolder: "/" };
  for (const { name, rest } of instructionsOf(join(root, "deploy/Dockerfile"))) {
    if (name === "FROM") stage = newStage(rest, scratch, stages);
    if (name === "WORKDIR") stage.workingFolder = rest;
    if (name === "COPY") copy(rest, stage, sources);
    if (name === "RUN" && !run(rest, stage, environment)) skipped.push(rest);
  }
  return { folder: stage.folder, skipped };
}

function newStage(words: string, scratch: string, stages: Map<string, Stage>): Stage {
  const [base = "", , alias = "image"] = words.split(" ");
  const parent = stages.get(base);
  const folder = join(scratch, alias);
  mkdirSync(folder);
  if (parent) cpSync(parent.folder, folder, { recursive: true, verbatimSymlinks: true });
  const stage = { folder, workingFolder: parent?.workingFolder ?? "/" };
  stages.set(alias, stage);
  return stage;
}

const runHere = /^(?:pnpm install|node packages\/) ?/;

/** False for a command that changes the machine, and not the stage's folder alone: it is not run. */
function run(command: string, { folder, workingFolder }: Stage, env: NodeJS.ProcessEnv): boolean {
  if (!runHere.test(command)) return false;
  execFileSync("sh", ["-ec", command], { cwd: join(folder, workingFolder), env, stdio: "pipe" });
  return true;
}

interface Image {
  /** The root of the last stage. */
  readonly folder: string;
  /** The commands that change the machine, and not the stage's folder alone. */
  readonly skipped: readonly string[];
}

interface Stage {
  readonly folder: string;
  workingFolder: string;
}

function instructionsOf(path: string): readonly { readonly name: string; readonly rest: string }[] {
  return readFileSync(path, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/ *\\\n */g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return name === undefined || rest === undefined ? [] : [{ name, rest }];
    });
}

/** The files of the build context: what git knows and a builder is sent. */
function contextOf(root: string): readonly string[] {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
  return filesOfGit(root).filter((file) =>
    ignored.every((one) => !(matchesGlob(file, one) || matchesGlob(file, `${one}/**`))),
  );
}

function copy(
  words: string,
  { folder, workingFolder }: Stage,
  { root, context, stages }: CopySources,
): void {
  const paths = words.split(" ").filter((word) => !word.startsWith("--"));
  const from = /--from=(\S+)/.exec(words)?.[1];
  const target = paths.at(-1) ?? "";
  const place = target.startsWith("/") ? join(folder, target) : join(folder, workingFolder, target);
  for (const path of paths.slice(0, -1)) {
    const stage = from === undefined ? undefined : stages.get(from);
    if (stage) cpSync(join(stage.folder, path), place, { recursive: true, verbatimSymlinks: true });
    else copyFromContext(path, place, { root, context, isFolder: target.endsWith("/") });
  }
}

interface CopySources {
  readonly root: string;
  readonly context: readonly string[];
  readonly stages: ReadonlyMap<string, Stage>;
}

function copyFromContext(
  path: string,
  place: string,
  { root, context, isFolder }: { root: string; context: readonly string[]; isFolder: boolean },
): void {
  const below = path === "." ? "" : `${path}/`;
  const files = context.filter((file) => file === path || file.startsWith(below));
  if (files.length === 0) throw new Error(`COPY ${path}: the build context has no such file.`);
  for (const file of files) {
    const isItself = file === path;
    const goal = isItself
      ? isFolder
        ? join(place, basename(file))
        : place
      : join(place, file.slice(below.length));
    mkdirSync(dirname(goal), { recursive: true });
    cpSync(join(root, file), goal);
  }
}

/** The pinned pnpm, with the packages that the machine has fetched already. */
async function environmentOf(root: string, scratch: string): Promise<NodeJS.ProcessEnv> {
  const { toolchain } = await import(
    pathToFileURL(join(root, "scripts/bootstrap/toolchain.mjs")).href
  );
  const { pnpm, nodeFolder }: { pnpm: readonly string[]; nodeFolder: string } = await toolchain();
  const bin = join(scratch, "bin");
  mkdirSync(bin);
  const command = pnpm.map((word) => `'${word}'`).join(" ");
  writeFileSync(
    join(bin, "pnpm"),
    `#!/bin/sh\nexec ${command} "$@" --prefer-offline --trust-lockfile\n`,
    { mode: 0o755 },
  );
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_)/.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [bin, nodeFolder, process.env["PATH"]].join(delimiter),
  };
}
