import { ErrorHint } from "../../parts/error-hint.tsx";
import { texts } from "../../texts/texts.ts";
import type { Generation } from "./tail.ts";

/** Why the request failed, and what the documentation says of this kind of failure. */
export function RequestError({ generation: { error } }: { readonly generation: Generation }) {
  if (error === null) return null;
  return (
    <div className="notice failure">
      <p>
        <strong>{texts.requests.failedWith}</strong> <code>{error.code}</code>
      </p>
      <p>{error.message}</p>
      <ErrorHint code={error.code} />
    </div>
  );
}
