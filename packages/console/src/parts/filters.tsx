import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { useSettings } from "../app/settings.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { localOf, momentOf } from "./day.ts";
import { SavedViews } from "./saved-views.tsx";
import { fill } from "./words.ts";

interface FiltersProps {
  /** Their names in the address. */
  readonly names: readonly string[];
  readonly children: ReactNode;
  /** Those that stand behind a button, and how they are called in the address. */
  readonly more?: { readonly names: readonly string[]; readonly filters: ReactNode };
  /** The list whose views the browser keeps, and what else of the address belongs to a view. */
  readonly views?: { readonly list: string; readonly with?: readonly string[] };
}

/** The filters of a list. Each stands in the address, so that a link shows the same list. */
export function Filters({ names, children, more, views }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const address = useAddress();
  const filters = [...names, ...(more?.names ?? [])];
  const viewed = [...filters, ...(views?.with ?? [])];
  const count = more && Object.keys(address.have(more.names)).length;
  return (
    <search className="filter-box">
      <div className="filters">
        {children}
        {more !== undefined && (
          <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
            {count ? fill(texts.parts.moreFiltersSet, { count }) : texts.parts.moreFilters}
          </Button>
        )}
        {Object.keys(address.have(filters)).length > 0 && (
          <Button kind="quiet" onClick={() => address.put(filters, {})}>
            {texts.parts.clearFilters}
          </Button>
        )}
        {views !== undefined && (
          <SavedViews
            list={views.list}
            search={address.have(viewed)}
            onOpen={(search) => address.put(viewed, search)}
          />
        )}
      </div>
      {isOpen && (
        <div id={panel} className="filters filter-panel">
          {more?.filters}
        </div>
      )}
    </search>
  );
}

/** What parts of the address say, and the way to put others in their place. All else in it stays. */
function useAddress() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    have: (names: readonly string[]): Readonly<Record<string, string>> =>
      Object.fromEntries(
        names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
      ),
    put: (names: readonly string[], values: Readonly<Record<string, string>>) => {
      const none = Object.fromEntries(names.map((name) => [name, undefined]));
      void navigate({ to: ".", search: (old) => ({ ...old, ...none, ...values }), replace: true });
    },
  };
}

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
