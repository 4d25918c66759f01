import { DocsLink } from "../../parts/docs-link.tsx";
import { texts } from "../../texts/texts.ts";
import { errorPageOf } from "../../parts/error-page.ts";
import type { Generation } from "./tail.ts";

/** Why the request failed, and what the documentation says of this kind of failure. */
export function RequestError({ generation: { error } }: { readonly generation: Generation }) {
  if (error === null) return null;
  const page = errorPageOf(error.code);
  return (
    <div className="notice failure">
      <h3>
        {texts.requests.failedWith} <code>{error.code}</code>
      </h3>
      <p>{error.message}</p>
      {page !== null && (
        <p>
          {page.meaning} <DocsLink page={page.path}>{texts.requests.errorPage}</DocsLink>
        </p>
      )}
    </div>
  );
}
