import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Field } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

/** A key is exchanged for a session. The page does not keep it. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [key, setKey] = useState("");
  const signIn = portico.createSession.useMutation({ onSuccess: onSignedIn });
  const submit = () => {
    signIn.mutate({ body: { key: key.trim() } });
    setKey("");
  };
  return (
    <main className="sign-in" id="main">
      <h1>{texts.signIn.title}</h1>
      <p className="lead">{texts.signIn.lead}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={texts.signIn.key} hint={texts.signIn.hint}>
          {(control) => (
            <input
              {...control}
              type="password"
              value={key}
              onChange={(event) => setKey(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              placeholder="ptc_…"
              required
            />
          )}
        </Field>
        {signIn.error !== null && <Failure error={signIn.error} />}
        <Button kind="main" type="submit" isBusy={signIn.isPending}>
          {texts.signIn.submit}
        </Button>
      </form>
      <p className="fine">{texts.signIn.where}</p>
    </main>
  );
}
