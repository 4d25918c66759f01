import type { ReactNode } from "react";
import { docsPage } from "../app/address.ts";
import { texts } from "../texts/texts.ts";
import { errorPageOf, Meaning } from "./meaning.tsx";

interface DocsLinkProps {
  /** Of the gateway's own documentation, such as `errors/not_found.html`. */
  readonly page: string;
  readonly children: ReactNode;
}

function DocsLink({ page, children }: DocsLinkProps) {
  return (
    <a href={docsPage(page)} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** What a kind of failure means, and the way to its page in the documentation. */
export function ErrorHint({ code }: { readonly code: string }) {
  const { path, meaning } = errorPageOf(code);
  return (
    <p>
      <Meaning text={meaning} /> <DocsLink page={path}>{texts.parts.errorPage}</DocsLink>
    </p>
  );
}
