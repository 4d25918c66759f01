import { isApiError } from "@portico/client";
import { DocsLink } from "../../parts/docs-link.tsx";
import { errorPageOf } from "../../parts/error-page.ts";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

/** Why there is no whole answer, and what the documentation says of this kind of failure. */
export function AnswerError({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const kind = isApiError(error) ? error.metadata?.["kind"] : undefined;
  const page = typeof kind === "string" ? errorPageOf(kind) : null;
  return (
    <div>
      <Failure error={error} />
      {page !== null && (
        <p>
          {page.meaning} <DocsLink page={page.path}>{texts.requests.errorPage}</DocsLink>
        </p>
      )}
    </div>
  );
}
