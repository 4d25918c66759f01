/** A named set of filters of one list. */
export interface View {
  readonly name: string;
  /** As the address has them. */
  readonly search: Readonly<Record<string, string>>;
}

/** What the browser has kept at a place. Something there that is no view counts as nothing. */
export function viewsAt(place: string): readonly View[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(given: Partial<View> | null): given is View {
  return (
    typeof given?.name === "string" &&
    typeof given.search === "object" &&
    given.search !== null &&
    Object.values(given.search).every((value) => typeof value === "string")
  );
}

/** Whether the browser keeps them: its store may be full. */
export function keepViews(place: string, views: readonly View[]): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** In the order of their names. One of the same name is replaced. */
export function withView(views: readonly View[], view: View): readonly View[] {
  return [...withoutView(views, view.name), view].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}

export function withoutView(views: readonly View[], name: string): readonly View[] {
  return views.filter((view) => view.name !== name);
}

/** The view that asks for the same, if there is one. */
export function viewOf(views: readonly View[], search: View["search"]): View | undefined {
  return views.find((view) => textOf(view.search) === textOf(search));
}

function textOf(search: View["search"]): string {
  return JSON.stringify(
    Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
