import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Field } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.playground;

interface KeyFieldProps {
  readonly value: string | null;
  readonly onChange: (key: string | null) => void;
}

/** Sessions of management keys and of people call no models: an ordinary key pays. */
export function KeyField({ value, onChange }: KeyFieldProps) {
  const mayCreate = useMay("createApiKey");
  return (
    <>
      <Field label={words.key} hint={words.keyHint}>
        {(control) => (
          <input
            {...control}
            type="password"
            value={value ?? ""}
            onChange={({ target }) => onChange(target.value.trim() || null)}
            autoComplete="off"
            spellCheck={false}
            placeholder="ptc_…"
          />
        )}
      </Field>
      {mayCreate && value === null && <MakeKey onMade={onChange} />}
    </>
  );
}

const dayMs = 86_400_000;

/** One click, for a key that can do little: it is worth a dollar, and ends with the day. */
function MakeKey({ onMade }: { readonly onMade: (key: string) => void }) {
  // The secret is in no cache: it goes to the page's memory alone.
  const make = portico.createApiKey.useMutation({ gcTime: 0 });
  const ask = () =>
    make.mutate(
      {
        body: {
          name: words.ownKeyName,
          limit: 1,
          expires_at: new Date(Date.now() + dayMs).toISOString(),
        },
      },
      { onSuccess: ({ key }) => onMade(key) },
    );
  return (
    <div className="playground-own">
      <Button onClick={ask} isBusy={make.isPending}>
        {words.makeKey}
      </Button>
      <span className="fine">{words.makeKeyHint}</span>
      {make.error !== null && <Failure error={make.error} />}
    </div>
  );
}
