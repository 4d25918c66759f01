import { Field } from "../../parts/field.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.workspaces.byok;

interface SecretInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (secret: string) => void;
}

/** Goes one way: it is sent once, and neither the page nor the gateway shows it again. */
export function SecretInput({ value, error, onChange }: SecretInputProps) {
  return (
    <Field label={words.secret} hint={words.secretHint} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
    </Field>
  );
}
