import type { Schema } from "@portico/client";
import { fill } from "../../parts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { signInHref } from "./sign-in-href.ts";

interface SignInLinksProps {
  readonly ways: readonly Schema<"SignInWay">[];
  /** In a window of their own, so that this one keeps what was typed into it. */
  readonly isAside: boolean;
}

/** The ways that lead over another page, and come back to this address. */
export function SignInLinks({ ways, isAside }: SignInLinksProps) {
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
