import { isApiError } from "@portico/client";
import { ErrorHint } from "../../parts/error-hint.tsx";
import { Failure } from "../../parts/states.tsx";

/** Why there is no whole answer, and what the documentation says of this kind of failure. */
export function AnswerError({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const kind = isApiError(error) ? error.metadata?.["kind"] : undefined;
  return (
    <div className="answer">
      <Failure error={error} />
      {typeof kind === "string" && <ErrorHint code={kind} />}
    </div>
  );
}
