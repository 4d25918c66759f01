import { useEffect, useEffectEvent, useId, useState } from "react";
import { useSettings } from "../app/settings.ts";
import { localOf, momentOf } from "./day.ts";

const pauseMs = 300;

interface TextFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder?: string;
  /** Values that the browser offers while one types. */
  readonly suggestions?: readonly string[] | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Asks the gateway when the reader pauses, not at each letter. */
export function TextFilter(props: TextFilterProps) {
  const { label, value = "", placeholder, suggestions, onChange } = props;
  const listId = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const ask = useEffectEvent(() => onChange(typed.trim() || undefined));
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(ask, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="search"
        value={typed}
        placeholder={placeholder}
        list={suggestions && listId}
        onChange={(event) => setTyped(event.target.value)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </label>
  );
}

interface DayFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A day, chosen in the browser's own calendar. */
export function DayFilter({ label, value = "", onChange }: DayFilterProps) {
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </label>
  );
}

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
