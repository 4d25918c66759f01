import type { Schema } from "@portico/client";
import { useEffect } from "react";
import { portico } from "../../app/portico.ts";
import { hasSignedOut } from "../../app/sign-out.ts";
import { texts } from "../../texts/texts.ts";
import { SignInForm } from "./sign-in-form.tsx";
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
