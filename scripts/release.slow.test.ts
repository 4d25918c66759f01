import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { filesOfGit } from "@portico/test-support/files-of-git";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";

const project = join(import.meta.dirname, "..");
/** What the version job works on, without the rest of the project. */
const root = mkdtempSync(join(tmpdir(), "portico-release-"));
const needed =
  /^\.changeset\/|(^|\/)package\.json$|^pnpm-workspace\.yaml$|^packages\/[^/]+\/CHANGELOG\.md$/;

const git = (...words: string[]) => {
  const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...words], { cwd: root, encoding: "utf8" });
};
const release = (...words: string[]) =>
  spawnSync(process.execPath, [join(project, "scripts/release.ts"), ...words, "--root", root], {
    encoding: "utf8",
  });
const versionOf = (name: string) =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")).version;

beforeAll(() => {
  for (const path of filesOfGit(project).filter((one) => needed.test(one))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(project, path), join(root, path));
  }
  const note =
    '---\n"@portico/server": minor\n"@portico/client": minor\n---\n\n**Added**\n\n- A door.\n';
  writeFileSync(join(root, ".changeset/tested.md"), note);
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
  symlinkSync(join(project, "node_modules"), join(root, "node_modules"));
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Before the release");
  execFileSync(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"], {
    cwd: root,
  });
  release("date");
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

it("gives all packages one version, with their dated changes, and changes no other file than the workflow allows", () => {
  const versions = ["client", "mock", "msw", "react-query", "server"].map(versionOf);
  expect(new Set(versions).size).toBe(1);
  for (const name of ["client", "server"]) {
    const log = readFileSync(join(root, "packages", name, "CHANGELOG.md"), "utf8");
    expect(log).toMatch(/^# @portico\/\w+\n\n## [\d.]+\n\n\*\d{4}-\d\d-\d\d\*\n/);
    expect(log).toContain("- A door.");
  }
  const workflow = readFileSync(join(project, ".github/workflows/release.yml"), "utf8");
  const allowed = new RegExp(/grep -vE '([^']+)'/.exec(workflow)?.[1] ?? "^$");
  git("add", "--all");
  const changed = git("diff", "--cached", "--name-only").trim().split("\n");
  expect(changed.length).toBeGreaterThan(5);
  expect(changed.filter((path) => !allowed.test(path))).toEqual([]);
});

it("takes the tag of that version alone, and none while a note waits", () => {
  const version = versionOf("client");
  expect(release("check", `v${version}`)).toMatchObject({ status: 0, stderr: "" });
  expect(release("check", "v0.0.1").stderr).toContain(`@portico/client has version ${version}.`);
  writeFileSync(join(root, ".changeset/late.md"), "---\n---\n");
  expect(release("check", `v${version}`)).toMatchObject({ status: 1 });
  rmSync(join(root, ".changeset/late.md"));
  for (const log of globSync("packages/*/CHANGELOG.md", { cwd: root })) {
    const text = readFileSync(join(root, log), "utf8");
    writeFileSync(join(root, log), text.replace(/\*\d{4}-\d\d-\d\d\*\n/, ""));
  }
  expect(release("check", `v${version}`).stderr).toContain("@portico/server has no dated section");
});

it("is built, with provenance, from a tag alone, and only where the tag fits", () => {
  const { on, jobs } = parse(readFileSync(join(project, ".github/workflows/release.yml"), "utf8"));
  expect(on.push).toEqual({ branches: ["main"], tags: ["v*"] });
  expect(jobs.version.if).toBe("github.ref_type == 'branch'");
  expect(jobs.build.if).toBe("github.ref_type == 'tag'");
  const scripts = (job: string) => jobs[job].steps.map(({ run = "" }) => run).join("\n");
  expect(scripts("build")).toContain('node scripts/release.ts check "$GITHUB_REF_NAME"');
  expect([jobs.publish.needs, jobs.image.needs]).toEqual(["build", "build"]);
  expect(jobs.publish.permissions).toEqual({ "id-token": "write" });
  expect(scripts("publish")).toMatch(/npm publish .*--provenance/);
  expect(scripts("image")).toContain("--provenance=mode=max");
});
