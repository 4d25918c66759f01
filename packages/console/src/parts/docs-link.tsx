import type { ReactNode } from "react";
import { docsPage } from "../app/address.ts";

interface DocsLinkProps {
  /** Of the gateway's own documentation, such as `errors/not_found.html`. */
  readonly page: string;
  readonly children: ReactNode;
}

export function DocsLink({ page, children }: DocsLinkProps) {
  return (
    <a href={docsPage(page)} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
