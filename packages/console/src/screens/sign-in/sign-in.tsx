import { isApiError, type Schema } from "@portico/client";
import { createPorticoQuery } from "@portico/react-query";
import { type SyntheticEvent, useEffect, useState } from "react";
import { client, portico } from "../../app/portico.ts";
import { hasSignedOut } from "../../app/sign-out.ts";
import { Button } from "../../parts/buttons.tsx";
import { Field } from "../../parts/field.tsx";
import { Failure, wordsOf } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { signInHref } from "./sign-in-href.ts";

const triedAt = "portico-automatic-sign-in";
/** A browser that keeps no cookies would come back without a session, and be sent again, without end. */
const pauseMs = 30_000;

/** Where a proxy names the visitor, the sign-in needs no click. */
function useAutomaticSignIn(): void {
  const ways = portico.listSignInWays.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const href = hrefOf(ways.data?.data ?? []);
  useEffect(() => {
    if (href === null || hasSignedOut()) return;
    if (Date.now() - Number(sessionStorage.getItem(triedAt)) < pauseMs) return;
    sessionStorage.setItem(triedAt, String(Date.now()));
    window.location.replace(href);
  }, [href]);
}

function hrefOf(ways: readonly Schema<"SignInWay">[]): string | null {
  const way = ways.find(({ is_automatic: isAutomatic }) => isAutomatic);
  const { pathname, search } = window.location;
  return way === undefined
    ? null
    : signInHref(way.href, { base: document.baseURI, pathname, search });
}

const words = texts.signIn;

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  useAutomaticSignIn();
  return (
    <main className="sign-in" id="main">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <SignInForm onSignedIn={onSignedIn} />
      <p className="fine">{words.where}</p>
    </main>
  );
}

interface SignInLinksProps {
  readonly ways: readonly Schema<"SignInWay">[];
  /** In a window of their own, so that this one keeps what was typed into it. */
  readonly isAside: boolean;
}

/** The ways that lead over another page, and come back to this address. */
function SignInLinks({ ways, isAside }: SignInLinksProps) {
  const { pathname, search } = window.location;
  const links = ways.flatMap(({ way, name, href }) => {
    const address = signInHref(href, { base: document.baseURI, pathname, search });
    return address === null ? [] : [{ way, name, address }];
  });
  return links.map(({ way, name, address }) => (
    <a
      key={`${way} ${name}`}
      className="button"
      href={address}
      target={isAside ? "_blank" : undefined}
    >
      {fill(texts.signIn.with, { name })}
    </a>
  ));
}

/** After too many tries the page says how long to wait, and does not try again by itself. */
const once = createPorticoQuery(client.withOptions({ retry: false }));

interface SignInFormProps {
  readonly onSignedIn: (session: Schema<"CurrentSession">) => unknown;
  readonly isAside?: boolean;
}

/** The ways of this gateway. A key is exchanged for a session; the page does not keep it. */
export function SignInForm({ onSignedIn, isAside = false }: SignInFormProps) {
  const [key, setKey] = useState("");
  const ways = portico.listSignInWays.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const signIn = once.createSession.useMutation({
    gcTime: 0,
    onSuccess: ({ data }) => onSignedIn(data),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signIn.mutate({ body: { key: key.trim() } });
    setKey("");
  };
  const others = (ways.data?.data ?? []).filter(({ href }) => href !== null);
  // Where the ways are not known, a key may still work.
  const takesKeys = ways.data?.data.some(({ way }) => way === "key") ?? true;
  return (
    <>
      <SignInLinks ways={others} isAside={isAside} />
      {takesKeys && others.length > 0 && <p className="fine or">{words.or}</p>}
      {takesKeys && (
        <form onSubmit={submit}>
          <Field label={words.key} hint={words.hint} error={refusalOf(signIn.error)}>
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
          {isOther(signIn.error) && <Failure error={signIn.error} />}
          <Button kind="main" type="submit" isBusy={signIn.isPending}>
            {words.submit}
          </Button>
        </form>
      )}
    </>
  );
}

/** A wrong key, or too many tries: in the gateway's words, beside the field. */
function refusalOf(error: unknown): string | undefined {
  if (isApiError(error, 401)) return wordsOf(error);
  if (!isApiError(error, 429)) return undefined;
  const { retryAfterMs } = error;
  if (retryAfterMs === null) return wordsOf(error);
  return `${wordsOf(error)} ${fill(words.wait, { seconds: Math.ceil(retryAfterMs / 1000) })}`;
}

function isOther(error: unknown): boolean {
  return error !== null && refusalOf(error) === undefined;
}
