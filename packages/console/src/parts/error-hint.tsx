import { texts } from "../texts/texts.ts";
import { DocsLink } from "./docs-link.tsx";
import { errorPageOf } from "./error-page.ts";
import { Meaning } from "./meaning.tsx";

/** What a kind of failure means, and the way to its page in the documentation. */
export function ErrorHint({ code }: { readonly code: string }) {
  const { path, meaning } = errorPageOf(code);
  return (
    <p>
      <Meaning text={meaning} /> <DocsLink page={path}>{texts.parts.errorPage}</DocsLink>
    </p>
  );
}
