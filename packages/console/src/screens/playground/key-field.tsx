import { Field } from "../../parts/field.tsx";
import { texts } from "../../texts/texts.ts";

interface KeyFieldProps {
  readonly value: string | null;
  readonly onChange: (key: string | null) => void;
}

/** Sessions of management keys and of people call no models: an ordinary key pays. */
export function KeyField({ value, onChange }: KeyFieldProps) {
  return (
    <Field label={texts.playground.key} hint={texts.playground.keyHint}>
      {(control) => (
        <input
          {...control}
          type="password"
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value.trim() || null)}
          autoComplete="off"
          spellCheck={false}
          placeholder="ptc_…"
        />
      )}
    </Field>
  );
}
