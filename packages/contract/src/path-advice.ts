import { fitsPath } from "./fits-path.ts";
import { operations } from "./generated/operations.ts";
import { suggest } from "./suggest.ts";

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Paths of other APIs, with the operation that replaces them here, or with what this service does not do. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/^completions$|^chat$|^complete$|^generate$|^api\/(chat|generate)$/, "chat/completions"],
  [/^(images|audio|videos?|speech)(\/|$)/, "makes no images, sound or films"],
  [/^(moderations|classifications)(\/|$)/, "neither moderates nor classifies"],
  [/^reranking$|^api\/rerank$/, "rerank"],
  [/^(files|uploads|batch(es)?|vector_stores|datasets)(\/|$)/, "keeps no files and no batches"],
  [/^(assistants|threads|conversations)(\/|$)/, "is stateless and keeps no conversations"],
  [/^responses\/[^/]+\/./, "has of a kept response only GET and DELETE /responses/{id}"],
  [/^(fine_tuning|fine-tunes)(\/|$)/, "trains no models"],
  [/^embed$|^engines\/[^/]+\/embeddings$|^api\/embed(dings)?$/, "embeddings"],
  [/^tags$|^engines$|^api\/tags$/, "models"],
  // OpenAI's and Anthropic's libraries ask for one model there.
  [/^models\/(?!.*\/endpoints$)./, "model/author/slug"],
];

/**
 * The advice about a path that does not exist: the operation that was probably meant, because the path is another API's,
 * lacks the base path or is misspelt, or that this service does not have that function.
 */
export function pathAdvice(basePath: string, method: string, path: string): string {
  const said = `There is no path ${shown(path)}.`;
  const bare = bareOf(path);
  const other = elsewhere.find(([form]) => form.test(bare))?.[1];
  if (other?.includes(" ")) return `${said} This service ${other}.`;
  const meant = operationAt(method, other ?? bare) ?? nearest(method, bare);
  if (meant === null)
    return `${said} Paths begin with ${basePath}; GET /openapi.json lists them all.`;
  return `${said} Did you mean ${meant.method.toUpperCase()} ${basePath}${meant.path}?`;
}

/** Without any base path, version or suffix that clients of several APIs add. */
function bareOf(path: string): string {
  return path
    .replace(/\/{2,}/g, "/")
    .replace(
      /^\/(?:(?:openai\/deployments\/[^/]+|openai|api)\/)?(?:api\/)?(?:v\d+(?:beta\d*)?\/)?/,
      "",
    )
    .replace(/\/+$/, "");
}

type Known = (typeof operations)[keyof typeof operations];

/** The operation of this method, or else of another one, so that the caller sees that the path exists. */
function operationAt(method: string, bare: string): Known | null {
  const here = Object.values(operations).filter(({ path }) => fitsPath(path, `/${bare}`));
  return here.find((known) => isMethod(known, method)) ?? here[0] ?? null;
}

function nearest(method: string, bare: string): Known | null {
  if (!methods.has(method)) return null;
  const paths = Object.values(operations).map(({ path }) => path.slice(1));
  const meant = suggest(bare, paths);
  return meant === null ? null : operationAt(method, meant);
}

function isMethod(known: Known, method: string): boolean {
  return known.method === method.toLowerCase();
}

const longestShown = 100;

function shown(path: string): string {
  return path.length > longestShown ? `${path.slice(0, longestShown)}…` : path;
}
