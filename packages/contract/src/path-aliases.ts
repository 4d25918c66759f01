/** Other paths, at which client libraries look for an operation, and the path that the contract has for it. */
const aliases: Readonly<Record<string, string>> = { "/auth/key": "/key" };

/** OpenAI's and Anthropic's libraries ask for one model by its id, whose slash they encode, where it has one. */
const oneModel = /^\/models\/((?:(?!%2f)[^/])+)(?:(?:\/|%2f)([^/]+))?$/i;
/** In place of the slug, where an id has no slash. */
const noSlug = "-";

/** Cohere's newer library has another version in its addresses, and the same form. */
const newerRerank = "/v2/rerank";

/** The path of the contract for another path of the same operation; null for all others. */
export function contractPath(basePath: string, path: string): string | null {
  if (path === basePath.replace(/\/[^/]*$/, newerRerank)) return `${basePath}/rerank`;
  if (!path.startsWith(`${basePath}/`)) return null;
  const asked = path.slice(basePath.length);
  const [, author, slug] = oneModel.exec(asked) ?? [];
  const now = author === undefined ? aliases[asked] : `/model/${author}/${slug ?? noSlug}`;
  return now === undefined ? null : basePath + now;
}
