import { texts } from "../texts/texts.ts";
import { ChoiceInput } from "./inputs.tsx";

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
