interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | "";
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** The words for "no choice"; without them, one of the options is always chosen. */
  readonly anyLabel?: string;
  readonly onChange: (value: Value | undefined) => void;
  /** Called when the pointer or the focus comes to the list, before it opens. */
  readonly onReach?: () => void;
}

/** The browser's own list: it works with every keyboard, every screen reader and on every phone. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, anyLabel, onChange, onReach } = props;
  return (
    <label className="filter">
      <span>{label}</span>
      <select
        value={value}
        onPointerEnter={onReach}
        onFocus={onReach}
        onChange={(event) =>
          onChange(options.find((option) => option.value === event.target.value)?.value)
        }
      >
        {anyLabel !== undefined && <option value="">{anyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
