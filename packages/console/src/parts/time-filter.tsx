import { useSettings } from "../app/settings.ts";
import { localOf, momentOf } from "./day.ts";

interface TimeFilterProps {
  readonly label: string;
  /** ISO 8601. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One moment, in the zone of the settings. */
export function TimeFilter({ label, value = "", onChange }: TimeFilterProps) {
  const { zone } = useSettings();
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={localOf(value, zone)}
        onChange={({ target }) =>
          onChange(target.value === "" ? undefined : momentOf(target.value, zone).toISOString())
        }
      />
    </label>
  );
}
