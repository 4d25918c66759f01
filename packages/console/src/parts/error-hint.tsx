import { docsPage } from "../app/address.ts";
import { texts } from "../texts/texts.ts";
import { errorPageOf, Meaning } from "./meaning.tsx";

/** What a kind of failure means, and the way to its page in the documentation. */
export function ErrorHint({ code }: { readonly code: string }) {
  const { path, meaning } = errorPageOf(code);
  return (
    <p>
      <Meaning text={meaning} />{" "}
      <a href={docsPage(path)} target="_blank" rel="noreferrer noopener">
        {texts.parts.errorPage}
      </a>
    </p>
  );
}
