import type { HTMLInputTypeAttribute, ReactNode } from "react";
import { useSettings } from "../app/settings.ts";
import { texts } from "../texts/texts.ts";
import { localOf, momentOf } from "./day.ts";
import { Field } from "./field.tsx";
import { fill } from "./words.ts";

interface InputProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface TextInputProps extends InputProps {
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: "decimal" | "numeric" | "email";
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly maxLength?: number;
}

/** What is typed stays a text until it is sent: half a number is no mistake yet. */
export function TextInput({ type = "text", isRequired = false, ...props }: TextInputProps) {
  const { label, hint, error, value, onChange, inputMode, placeholder, maxLength } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...{ type, inputMode, placeholder, maxLength, value }}
          required={isRequired}
          readOnly={props.isReadOnly}
          autoComplete="off"
          // A secret is not sent to a spelling service.
          spellCheck={type === "password" ? false : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** One thing a line. */
export function LinesInput(props: InputProps & { readonly placeholder?: string }) {
  const { label, hint, error, value, onChange, placeholder } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...{ value, placeholder }}
          rows={Math.min(8, Math.max(2, value.split("\n").length))}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceInputProps extends InputProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceInput({ label, hint, error, value, onChange, options }: ChoiceInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckInputProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckInput({ label, hint, value, onChange }: CheckInputProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint !== undefined && <span className="fine">{hint}</span>}
      </span>
    </label>
  );
}

interface ResetInputProps {
  readonly hint?: string;
  readonly error: string | undefined;
  /** Empty for never. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const { reset, resets } = texts.parts;

/** When a limit begins again. */
export function ResetInput(props: ResetInputProps) {
  return (
    <ChoiceInput
      {...props}
      label={reset}
      options={[
        { value: "", label: resets.never },
        { value: "daily", label: resets.daily },
        { value: "weekly", label: resets.weekly },
        { value: "monthly", label: resets.monthly },
      ]}
    />
  );
}

interface TimeInputProps {
  readonly label: string;
  /** `{zone}` in it becomes the zone of the settings, in which the time is typed. */
  readonly hint: string;
  readonly error?: string | undefined;
  /** ISO 8601, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TimeInput({ hint, value, onChange, ...props }: TimeInputProps) {
  const { zone } = useSettings();
  return (
    <TextInput
      {...props}
      type="datetime-local"
      hint={fill(hint, { zone })}
      value={localOf(value, zone)}
      onChange={(typed) => onChange(typed === "" ? "" : momentOf(typed, zone).toISOString())}
    />
  );
}
