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
