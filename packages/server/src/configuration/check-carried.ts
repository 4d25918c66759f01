import type { Path } from "./document.ts";
import type { ProviderEntry } from "./schema.ts";

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
