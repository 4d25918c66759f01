interface TimeFilterProps {
  readonly label: string;
  /** ISO 8601. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One moment, in the machine's own zone, as the browser's control has it. */
export function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={localOf(value)}
        onChange={({ target }) =>
          onChange(target.value === "" ? undefined : new Date(target.value).toISOString())
        }
      />
    </label>
  );
}

/** `2026-11-22T20:15`; empty for what is no time. */
export function localOf(iso: string | undefined): string {
  const date = new Date(iso ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
