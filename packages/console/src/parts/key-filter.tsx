import { useDeferredValue, useState } from "react";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";
import { ChoiceFilter } from "./choice-filter.tsx";

interface KeyFilterProps {
  /** The hash of the chosen key. */
  readonly value: string | undefined;
  readonly onChange: (hash: string | undefined) => void;
}

interface Key {
  readonly hash: string;
  readonly name: string;
  readonly label: string;
}

const mostShown = 20;

/** One key of any number of keys: the gateway searches. */
export function KeyFilter({ value, onChange }: KeyFilterProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = portico.listApiKeys.useQuery({
    params: { query: { limit: mostShown, ...(search === "" ? {} : { search }) } },
  });
  const { data: known } = portico.getApiKey.useQuery(
    { params: { path: { hash: value ?? "" } } },
    { enabled: value !== undefined },
  );
  const chosen = value === undefined ? null : choiceOf(known?.data ?? unknown(value));
  return (
    <ChoiceFilter
      label={texts.parts.key}
      placeholder={texts.parts.anyKey}
      nothing={texts.parts.noKey}
      value={chosen}
      choices={(data?.data ?? []).map(choiceOf)}
      onChange={onChange}
      onType={setTyped}
    />
  );
}

function unknown(hash: string): Key {
  return { hash, name: hash, label: "" };
}

function choiceOf({ hash, name, label }: Key) {
  return { id: hash, name, note: label };
}
