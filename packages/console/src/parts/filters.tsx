import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { DayFilter, TextFilter, TimeFilter } from "./filter-inputs.tsx";
import { SavedViews } from "./saved-views.tsx";
import { Select } from "./select.tsx";
import { fill } from "./words.ts";
import { WorkspaceSelect } from "./workspaces.tsx";

interface Named<Name> {
  /** In the address. */
  readonly name: Name;
  readonly label: string;
  /** What a choice here takes out of the address. */
  readonly clears?: readonly Name[];
}

/** One of some values. */
interface Choice<Name> extends Named<Name> {
  readonly values: readonly string[];
  /** Left out: they are shown as they are. */
  readonly words?: Readonly<Record<string, string>> | ((value: string) => string);
  /** The words for "no choice". */
  readonly any?: string;
  /** In place of these words, what counts without a choice: an order, say, which is no filter. */
  readonly usual?: string;
}

interface Input<Name> extends Named<Name> {
  readonly type?: "text" | "number" | "day" | "time";
  readonly placeholder?: string;
}

export interface FilterProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One that asks the gateway what may be chosen. */
interface Own<Name> {
  readonly name: Name;
  readonly own: (props: FilterProps) => ReactNode;
}

/** Of a screen whose address holds `Search`. */
export type Filter<Search = Readonly<Record<string, unknown>>> =
  | Choice<keyof Search & string>
  | Input<keyof Search & string>
  | Own<keyof Search & string>;

export const workspaceFilter = {
  name: "workspace",
  own: (props: FilterProps) => <WorkspaceSelect {...props} />,
} as const;

interface FiltersProps {
  readonly filters?: readonly Filter[];
  /** Drawn before the button, and no part of the filters that it clears. */
  readonly children?: ReactNode;
  /** Those that stand behind a button. */
  readonly more?: readonly Filter[];
  /** Names that only links set; they count as rare ones. */
  readonly linked?: readonly string[];
  /** The list whose views the browser keeps, and what else of the address belongs to a view. */
  readonly views?: { readonly list: string; readonly with?: readonly string[] };
}

/** The filters of a list. Each stands in the address, so that a link shows the same list. */
export function Filters({ filters = [], children, more = [], linked = [], views }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const address = useAddress();
  const rare = [...more.map(({ name }) => name), ...linked];
  const clearable = [...filters.filter((one) => !isOrder(one)).map(({ name }) => name), ...rare];
  const viewed = [...filters.map(({ name }) => name), ...rare, ...(views?.with ?? [])];
  const count = Object.keys(address.have(rare)).length;
  return (
    <search className="filter-box">
      <div className="filters">
        {filters.map(drawn)}
        {children}
        {more.length > 0 && (
          <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
            {count > 0 ? fill(texts.parts.moreFiltersSet, { count }) : texts.parts.moreFilters}
          </Button>
        )}
        {Object.keys(address.have(clearable)).length > 0 && (
          <Button kind="quiet" onClick={() => address.put(clearable, {})}>
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
          {more.map(drawn)}
        </div>
      )}
    </search>
  );
}

const isOrder = (filter: Filter) => "usual" in filter;
const drawn = (filter: Filter) => <OneFilter key={filter.name} filter={filter} />;

function OneFilter({ filter }: { readonly filter: Filter }) {
  const address = useAddress();
  const { name } = filter;
  const props: FilterProps = {
    value: address.have([name])[name],
    onChange: (value) =>
      address.put(
        "clears" in filter ? [name, ...(filter.clears ?? [])] : [name],
        value === undefined ? {} : { [name]: value },
      ),
  };
  if ("own" in filter) return filter.own(props);
  if ("values" in filter) return <ChoiceFilter {...filter} {...props} />;
  if (filter.type === "day") return <DayFilter {...filter} {...props} />;
  if (filter.type === "time") return <TimeFilter {...filter} {...props} />;
  const onNumber: FilterProps["onChange"] = (typed) => {
    // What is not a number is not asked for.
    if (typed === undefined || Number.isFinite(Number(typed))) props.onChange(typed);
  };
  const onChange = filter.type === "number" ? onNumber : props.onChange;
  return <TextFilter {...filter} {...props} onChange={onChange} />;
}

function ChoiceFilter(props: Choice<string> & FilterProps) {
  const { label, values, words, any, usual, value, onChange } = props;
  const wordsOf = (one: string) => (typeof words === "function" ? words(one) : words?.[one]) ?? one;
  return (
    <Select
      label={label}
      value={value ?? usual ?? ""}
      {...(any !== undefined && { anyLabel: any })}
      options={values.map((one) => ({ value: one, label: wordsOf(one) }))}
      onChange={(chosen) => onChange(chosen === usual ? undefined : chosen)}
    />
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
