import { texts } from "../texts/texts.ts";
import { type Period, periods } from "./periods.ts";
import { Select } from "./select.tsx";

/** Activity is counted in whole hours. */
const words = { ...texts.parts.periods, hour: texts.parts.twoHours };

export function PeriodSelect({
  value,
  onChange,
}: {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}) {
  return (
    <Select
      label={texts.parts.period}
      value={value}
      options={periods.map((name) => ({ value: name, label: words[name] }))}
      onChange={(period) => period && onChange(period)}
    />
  );
}
