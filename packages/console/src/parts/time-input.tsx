import { useSettings } from "../app/settings.ts";
import { localOf, momentOf } from "./day.ts";
import { fill } from "./fill.ts";
import { TextInput } from "./inputs.tsx";

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
