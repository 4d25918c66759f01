import { isApiError } from "@portico/client";
import { type ReactNode, useId } from "react";

interface FieldProps {
  readonly label: string;
  /** What to write, before a mistake is made. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A label, a control, what to write and what is wrong, tied together for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** The gateway's words about one field, where its refusal names the field or one of its lines, such as `networks[0]`. */
export function mistakeIn(error: unknown, field: string): string | undefined {
  if (!isApiError(error)) return undefined;
  const named = String(error.metadata?.["field"] ?? "");
  return named === field || named.startsWith(`${field}[`) ? error.serviceMessage : undefined;
}
