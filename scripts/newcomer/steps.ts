import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Piece, piecesOf } from "./pieces.ts";
import { playPiece } from "./play.ts";
import { restoreBackup, useClient, useMock } from "./programs.ts";
import { demand } from "./terminal.ts";
import type { Visit } from "./visit.ts";

/** One thing that a newcomer does. It throws an `Unexpected` where it goes otherwise than it should. */
interface Step {
  readonly name: string;
  /** Nothing behind it can be tried where it fails. */
  readonly isNeeded?: true;
  readonly run: (visit: Visit) => Promise<void>;
}

/**
 * In the order of the first ten minutes. The guide brings a credential, and what goes by a credential of one's own is not
 * charged: the key runs dry before.
 */
export const steps: readonly Step[] = [
  { name: "a repository to clone", isNeeded: true, run: publishCommit },
  { name: "README.md: clone and start", isNeeded: true, run: cloneAndStart },
  { name: "the documentation in a browser", run: openDocumentation },
  { name: "README.md: the other commands", run: playReadme },
  { name: "a key that runs dry", run: useKeyUp },
  { name: "a wrong key", run: useWrongKeys },
  { name: "the first guide, as it is written", run: playFirstGuide },
  { name: "the client: types and a program", run: useClient },
  { name: "the mock", run: useMock },
  { name: "backup and restore, without and with master.key", run: restoreBackup },
];

/** The newcomer gets what is committed, as from a server. */
async function publishCommit({ repository, options: { root, say } }: Visit): Promise<void> {
  mkdirSync(repository, { recursive: true });
  git("init", "--quiet", "--bare", "--initial-branch=main", repository);
  if (existsSync(join(root, ".git"))) {
    // By its commit: a checkout of CI is shallow, and on no branch.
    git("--git-dir", repository, "fetch", "--quiet", "--depth=1", `file://${root}`, "HEAD:main");
    if (git("-C", root, "status", "--porcelain").trim() !== "")
      say("  What is not committed is not played.");
  } else {
    // Sources that were unpacked from an archive know no commits: they become one.
    const here = ["--git-dir", repository, "--work-tree", root];
    const author = ["-c", "user.name=newcomer", "-c", "user.email=newcomer@localhost"];
    git(...here, "add", "--all");
    git(
      ...here,
      ...author,
      "commit",
      "--quiet",
      "--no-verify",
      "--message",
      "The files as they are",
    );
  }
  say(`  ${git("--git-dir", repository, "log", "-1", "--format=%h %s").trim()}`);
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** What README.md tells to run up to the start of a gateway, and behind it. */
function readmeOf({ repository }: Visit): readonly [Piece[], Piece[]] {
  const readme = git("--git-dir", repository, "show", "HEAD:README.md");
  const pieces = piecesOf(readme, "README.md");
  const start = pieces.findIndex(({ text }) => /^npm start\b/.test(text));
  demand(start >= 0, "README.md", "npm start", readme);
  return [pieces.slice(0, start + 1), pieces.slice(start + 1)];
}

async function cloneAndStart(visit: Visit): Promise<void> {
  const [pieces] = readmeOf(visit);
  for (const piece of pieces) await playPiece(visit, piece);
  const { output, curl } = visit.first;
  visit.options.say(output.trim().replaceAll(/^/gm, "  | "));
  const answer = await visit.terminal.succeed(curl);
  demand(/"embedding":/.test(answer), curl, "an embedding", answer);
}

async function playReadme(visit: Visit): Promise<void> {
  const [, pieces] = readmeOf(visit);
  for (const piece of pieces) await playPiece(visit, piece);
}

/** Every command and program of the guide that the documentation begins with. */
async function playFirstGuide(visit: Visit): Promise<void> {
  const guide = "packages/docs/guides/first-call.md";
  for (const piece of piecesOf(readFileSync(join(visit.clone, guide), "utf8"), guide))
    await playPiece(visit, piece);
}

/** What the first start has printed leads somewhere, and so do the first pages behind it. */
async function openDocumentation({ first, browser, origin }: Visit): Promise<void> {
  demand(first.links.length > 1, "npm start", "links", first.output);
  // The address of the gateway itself stands first; it is for programs.
  const pages = first.links.filter(
    (link) => !/\/api\/v1/.test(link) && new URL(link).pathname !== "/",
  );
  const awaits = "main h1";
  for (const [index, url] of pages.entries())
    await browser.look({ url, name: `printed-link-${index + 1}`, awaits });
  const docs = `${origin}/docs/`;
  for (const [path, name] of [
    ["", "docs-first-page"],
    ["first-call.html", "docs-first-guide"],
  ]) {
    await browser.look({ url: docs + path, name: `${name}`, awaits });
    await browser.look({ url: docs + path, name: `${name}-phone`, awaits, width: 390 });
  }
  // Drawn by its script, an operation at a time.
  const operation = '#redoc a[href$="/createembeddings"]';
  await browser.look({ url: `${docs}reference.html`, name: "docs-reference", awaits: operation });
  const nowhere = { url: `${docs}nope.html`, name: "docs-404", awaits: "h1", status: 404 };
  const said = await browser.look(nowhere);
  demand(/no such page/i.test(said), `open ${nowhere.url}`, "words that there is no page", said);
}

async function makeKey({ terminal }: Visit, options: string) {
  const made = await terminal.succeed(`npm run --silent portico -- keys create ${options} --json`);
  return JSON.parse(made) as { readonly key: string; readonly hash: string };
}

/** A key with a small limit: used up, told what to do, raised, used again. */
async function useKeyUp(visit: Visit): Promise<void> {
  const { key, hash } = await makeKey(visit, "--name dry --limit 0.0002");
  // The sandbox is cheap: it takes some text to use a limit up in a few calls.
  const long = `Repeat: ${"a door ".repeat(150)}`;
  let answer = await visit.ask(key, long);
  demand(answer.status === 200, answer.ran, "200", answer.came);
  for (let count = 0; count < 200 && answer.status === 200; count += 1)
    answer = await visit.ask(key, long);
  const { status, message, ran, came } = answer;
  demand(status === 402, ran, "402 in the end", came);
  const isAdvised = /limit/.test(message) && /max_output_tokens|raise/i.test(message);
  demand(isAdvised, ran, "a message that says what to do", came);
  const isMeasured = /has to be left|needed|may cost/i.test(came);
  demand(isMeasured, ran, "how much would be needed", came);
  await visit.terminal.succeed(`npm run portico -- keys update ${hash} --limit 1`);
  const again = await visit.ask(key, long);
  demand(again.status === 200, again.ran, "200 again", again.came);
}

/** Cut off, and well-formed but deleted: 401, and what to do. */
async function useWrongKeys(visit: Visit): Promise<void> {
  const made = await makeKey(visit, "--name short-lived");
  await visit.terminal.succeed(`npm run portico -- keys revoke ${made.hash} --yes`);
  for (const key of [visit.first.apiKey.slice(0, -3), made.key]) {
    const { status, message, ran, came } = await visit.ask(key);
    demand(status === 401, ran, "401", came);
    demand(/copy all of it|use a key/i.test(message), ran, "a message that says what to do", came);
  }
}
