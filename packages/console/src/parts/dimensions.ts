import type { Schema } from "@portico/client";
import { texts } from "../texts/texts.ts";

type Row = Schema<"ActivityRow">;

/** What activity can be grouped by, beside its time. */
export const dimensions = ["model", "key", "workspace", "provider", "app"] as const;
/** Also by the values of one tag, whose name is asked for beside. */
export const groupings = [...dimensions, "tag"] as const;
export type Dimension = (typeof groupings)[number];

const filterNames = {
  model: "model",
  key: "api_key_hash",
  workspace: "workspace_id",
  provider: "provider",
  app: "app",
  tag: "tag",
} as const satisfies Record<Dimension, string>;

interface Filtered {
  readonly tag_name?: string;
}

/** What is asked for, about one value of a dimension. */
export function narrowed<Asked extends Filtered>(
  asked: Asked,
  dimension: Dimension,
  value: string,
) {
  const named = dimension === "tag" ? `${asked.tag_name}=${value}` : value;
  return { ...asked, [filterNames[dimension]]: named };
}

/** What is asked for, about all values of a dimension. */
export function widened<Asked extends Filtered>(asked: Asked, dimension: Dimension): Asked {
  return { ...asked, [filterNames[dimension]]: undefined };
}

/** The value of a row, as the filter takes it; null where there is none, or where it no longer exists. */
export function filterValueOf(row: Row, dimension: Dimension): string | null {
  return {
    model: row.model,
    key: row.api_key_hash,
    workspace: row.workspace_id,
    provider: row.provider_name,
    app: row.app_url ?? row.app_title,
    tag: row.tag,
  }[dimension];
}

/** A text that no two rows of a list share. */
export function identityOf(row: Row, dimension: Dimension): string {
  if (dimension === "key") return `key ${row.api_key_id}`;
  if (dimension === "app") return `app ${row.app_url} ${row.app_title}`;
  return `${dimension} ${filterValueOf(row, dimension)}`;
}

/** What people call the value of a row. Workspaces are known by their ids alone: `names` has their names. */
export function labelOf(
  row: Row,
  dimension: Dimension,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const none = texts.parts.without[dimension];
  if (dimension === "key")
    return row.api_key_name ?? (row.api_key_id === null ? none : `#${row.api_key_id}`);
  if (dimension === "app") return row.app_title ?? row.app_url ?? none;
  const value = filterValueOf(row, dimension);
  return value === null ? none : (names.get(value) ?? value);
}

/** Labels of the rows of one list. Two keys may have the same name: their ids stand behind it. */
export function labelsOf(
  rows: readonly Row[],
  dimension: Dimension,
  names?: ReadonlyMap<string, string>,
): readonly { readonly id: string; readonly label: string }[] {
  const labels = rows.map((row) => labelOf(row, dimension, names));
  return rows.map((row, index) => {
    const label = labels[index] ?? "";
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    const mark = row.api_key_id ?? row.app_url ?? row.workspace_id;
    return {
      id: identityOf(row, dimension),
      label: isShared && mark !== null ? `${label} (${mark})` : label,
    };
  });
}
