import { type SyntheticEvent, useRef, useState } from "react";
import { useSession } from "../app/current-session.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { keepViews, type View, viewOf, viewsAt, withoutView, withView } from "./views.ts";
import { fill } from "./words.ts";

interface SavedViewsProps {
  /** Whose views these are, such as `keys`. */
  readonly list: string;
  /** What is set now. */
  readonly search: View["search"];
  readonly onOpen: (search: View["search"]) => void;
}

const words = texts.parts.views;
const longestName = 80;

/** Named sets of filters. The browser keeps them, each person's apart. */
export function SavedViews({ list, search, onOpen }: SavedViewsProps) {
  const { organization_id: organisation, subject } = useSession();
  const place = `portico.views ${list} ${organisation} ${subject}`;
  const [isOpen, setOpen] = useState(false);
  const [views, setViews] = useState(() => viewsAt(place));
  const [isKept, setKept] = useState(true);
  const show = () => {
    setViews(viewsAt(place));
    setOpen(true);
  };
  // Another tab may have kept one in the meantime.
  const change = (changed: (views: readonly View[]) => readonly View[]) => {
    const next = changed(viewsAt(place));
    setViews(next);
    setKept(keepViews(place, next));
  };
  const close = () => setOpen(false);
  const name = viewOf(views, search)?.name;
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={show}>
        {name === undefined ? words.title : fill(words.shown, { name })}
      </Button>
      <Dialog open={isOpen} onClose={close} title={words.title} lead={words.lead}>
        <ViewList
          views={views}
          onOpen={(view) => {
            onOpen(view.search);
            close();
          }}
          onDelete={(view) => change((all) => withoutView(all, view.name))}
        />
        {!isKept && <p role="alert">{words.notKept}</p>}
        {Object.keys(search).length === 0 ? (
          <p className="fine">{words.nothingSet}</p>
        ) : (
          <NameForm onName={(given) => change((all) => withView(all, { name: given, search }))} />
        )}
      </Dialog>
    </>
  );
}

interface ViewListProps {
  readonly views: readonly View[];
  readonly onOpen: (view: View) => void;
  readonly onDelete: (view: View) => void;
}

function ViewList({ views, onOpen, onDelete }: ViewListProps) {
  const place = useRef<HTMLDivElement>(null);
  const remove = (view: View) => {
    onDelete(view);
    // Its button goes: the keyboard stays in the list.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {views.length === 0 && <p className="fine">{words.none}</p>}
      <ul className="plain-list">
        {views.map((view) => (
          <li key={view.name} className="actions">
            <Button onClick={() => onOpen(view)}>{view.name}</Button>
            <Button
              kind="quiet"
              aria-label={fill(words.deleteOne, { name: view.name })}
              onClick={() => remove(view)}
            >
              {words.delete}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NameForm({ onName }: { readonly onName: (name: string) => void }) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name === "") return;
    onName(name);
    setTyped("");
  };
  return (
    <form onSubmit={submit}>
      <Field label={words.name}>
        {(control) => (
          <input
            {...control}
            value={typed}
            maxLength={longestName}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button kind="main" type="submit" disabled={name === ""}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
