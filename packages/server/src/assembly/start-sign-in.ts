import type { Configuration } from "../configuration/configuration.ts";
import { toNetworks } from "../networks.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { createOidcSignIn } from "../sign-in/oidc/oidc.ts";
import { createProxySignIn } from "../sign-in/proxy-person.ts";
import type { SignIn } from "../sign-in/sign-in.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { wholeFetch } from "../upstream/whole-fetch.ts";

export interface SignInServices {
  readonly upstream: Upstream;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** The ways to sign in without a key. Nothing is asked of a provider before the first sign-in. */
export function startSignIn({ signIn, proxy }: Configuration, parts: SignInServices): SignIn {
  let isLogged = false;
  const onIgnored = () => {
    parts.metrics.signInHeadersIgnored.inc();
    if (!isLogged)
      parts.log.warn(
        "a header that names a person came from an address outside proxy.trusted_proxies, and was ignored; further ones are counted alone",
      );
    isLogged = true;
  };
  const trustedProxies = toNetworks(proxy.trustedProxies);
  return {
    oidc: signIn.oidc && createOidcSignIn(signIn.oidc, wholeFetch(parts.upstream)),
    proxy: signIn.proxy && createProxySignIn(signIn.proxy, { trustedProxies, onIgnored }),
  };
}
