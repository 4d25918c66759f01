import { factsOf, providerKinds } from "../providers/facts.ts";
import type { Path } from "./document.ts";
import type { ProviderEntry } from "./provider-schema.ts";

/** Whether the cloud's own library finds the credential. */
export function wantsFound(entry: ProviderEntry): boolean {
  return has(entry, "credentials") || has(entry, "profile");
}

/** Finding a credential needs a cloud with a library for it, and no other credential beside it. */
export function checkCloudCredentials(
  entry: ProviderEntry,
  kind: string | undefined,
  report: (path: Path, message: string) => void,
): void {
  if (!wantsFound(entry)) return;
  const key = has(entry, "credentials") ? "credentials" : "profile";
  const finds = factsOf(kind)?.findsCredentials === true;
  if (!finds) report([key], `only ${kindsThatFind.join(" and ")} find credentials by themselves.`);
  else if (has(entry, "profile") && kind !== "bedrock")
    report(["profile"], "only bedrock has profiles.");
  if (entry.api_key !== undefined || has(entry, "access_key_id"))
    report([key], "a provider has one credential: leave out this, or api_key and access_key_id.");
  if (kind === "vertex" && !has(entry, "project"))
    report([key], "needs the provider's `project` beside it: the credential does not name one.");
}

const kindsThatFind = providerKinds.filter((kind) => factsOf(kind)?.findsCredentials === true);

type Setting = "access_key_id" | "credentials" | "profile" | "project";

/** Settings of single kinds may also stand in `options`. */
function has(entry: ProviderEntry, name: Setting): boolean {
  return (entry[name] ?? entry.options?.[name]) !== undefined;
}

/** Several credentials replace the one, and each is known by its name. */
export function checkPool(
  entry: ProviderEntry,
  report: (path: Path, message: string) => void,
): void {
  const { api_keys: keys = [] } = entry;
  if (keys.length === 0) return;
  if (entry.api_key !== undefined || wantsFound(entry) || has(entry, "access_key_id"))
    report(["api_keys"], "stands in place of api_key and other credentials: leave those out.");
  for (const [index, { name, api_key }] of keys.entries()) {
    const path = ["api_keys", index];
    if (keys.findIndex((key) => key.name === name) < index)
      report([...path, "name"], `"${name}" is the name of two keys: give each a name of its own.`);
    checkCarried({ api_key, base_url: undefined }, (place, message) =>
      report([...path, ...place], message),
    );
  }
}

/** The JSON of a service account is no header. */
const uncarried = /^(?!\s*\{).*[^\t -~\u0080-\u00ff]/s;

/** What could never be sent would fail each request, as if its caller had made a mistake. */
export function checkCarried(
  { api_key: key, base_url: url }: Pick<ProviderEntry, "api_key" | "base_url">,
  report: (path: Path, message: string) => void,
): void {
  if (key !== undefined && uncarried.test(key))
    report(
      ["api_key"],
      "has a line break or a letter that no header can carry: copy the key alone.",
    );
  if (url !== undefined && new URL(url).username !== "")
    report(
      ["base_url"],
      "a user and a password in an address are not sent: write api_key, or headers.",
    );
}
