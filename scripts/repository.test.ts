import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const notOurs = new Set(["node_modules", ".git", ".portico", "data", "dist", "coverage", "site"]);
const texts =
  /\.(ts|mjs|js|json|jsonc|ya?ml|md|css|html|sse|sh)$|(^|\/)(run|pre-commit|Dockerfile|\.npmrc)$/;
const files = globSync("**", {
  cwd: root,
  exclude: (path) => notOurs.has(path.split("/").at(-1) ?? ""),
}).filter((file) => texts.test(file));

const absolute = /(?<![\w.:/~$}*-])\/[A-Za-z][\w.-]*(?:\/[\w.@-]+)*/g;
/** The same on every machine of its kind, so they tell nothing about the one this was written on. */
const systemFolders = /^\/(usr|bin|sbin|lib|etc|tmp|dev|proc|sys|var|run|boot|mnt|srv|media)(\/|$)/;

describe("the repository", () => {
  it("has a lockfile without URLs and host names", () => {
    const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
    expect(lockfile.match(/\w+:\/\/\S+|tarball:.*|resolved:.*|\bregistry\.\S+/g)).toBeNull();
    expect(lockfile.match(/\b[\w-]+\.(com|org|net|dev|cloud|internal|local)\b/g)).toBeNull();
  });

  it("names no package registry's host", () => {
    const named = files.filter((file) =>
      /\bregistry\.[a-z]+\.[a-z]+/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(named).toEqual([]);
  });

  it("takes along no settings with keys, and nothing that a gateway keeps", () => {
    const own = [
      "portico.yaml",
      ".env",
      "data/portico.db",
      "data/bootstrap.json",
      "data/master.key",
    ];
    const { stdout } = spawnSync("git", ["check-ignore", "--no-index", ...own], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout.trim().split("\n")).toEqual(own);
  });

  it("tells nobody to install from a public registry a name that is not ours there", () => {
    const install =
      /\b(?:npm (?:i|install|add|exec)|npx|pnpm (?:i|add|install|dlx)|yarn (?:add|dlx)|bunx?(?: add)?|deno add|jsr add)\b[^\n`"']*?[\s:](@portico\/[\w-]+|portico-client(?!\.txt)|portico)(?=$|[\s@`"'])/gm;
    const found = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(install)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("tells nobody to run a TypeScript file with a Node of their own, which may be too old for it", () => {
    const told = files
      .filter((file) => file.endsWith(".md") && !file.startsWith("docs"))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file), "utf8").matchAll(
            /^(?:[A-Z_]+=\S+ )*node \S+\.ts\b.*$/gm,
          ),
        ].map(([line]) => `${file}: ${line}`),
      );
    expect(told).toEqual([]);
  });

  it("names no folder of the machine it was written on", () => {
    const found = files.flatMap((file) =>
      [...new Set(readFileSync(join(root, file), "utf8").match(absolute))]
        .filter((path) => path.includes("/", 1) || path.length > 3)
        .filter((path) => !systemFolders.test(path) && existsSync(path))
        .map((path) => `${file}: ${path}`),
    );
    expect(found).toEqual([]);
  });

  it("pins every action by its commit and gives workflows no rights beyond those named", () => {
    for (const file of globSync(".github/workflows/*.yml", { cwd: root })) {
      const text = readFileSync(join(root, file), "utf8");
      const loose = text
        .split("\n")
        .filter(
          (line) => /\buses:/.test(line) && !/uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+$/.test(line),
        );
      expect(loose, file).toEqual([]);
      expect(text, file).toMatch(/^permissions:/m);
    }
  });
});
