import { callbackPath } from "../../configuration/build-sign-in.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import type { OidcSettings, ProxySignInSettings } from "../../configuration/sign-in.ts";
import { toNetworks } from "../../networks.ts";
import { checkProvider } from "../../sign-in/oidc/check-provider.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { wholeFetch } from "../../upstream/whole-fetch.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

const check = "sign-in";

/** Checks that people can sign in to the console without a key, where the configuration says how. */
export async function checkSignIn({ signIn, proxy }: Configuration): Promise<readonly Finding[]> {
  return [
    ...(signIn.oidc === null ? [] : await checkOidc(signIn.oidc)),
    ...(signIn.proxy === null ? [] : [checkProxy(signIn.proxy, proxy.trustedProxies)]),
  ];
}

async function checkOidc(settings: OidcSettings): Promise<readonly Finding[]> {
  const upstream = createUpstream();
  try {
    const { doubts, offersSignOut } = await checkProvider(settings, wholeFetch(upstream));
    const back = settings.redirectUri ?? `<the console's address>${callbackPath}`;
    const out = offersSignOut ? "" : "; it offers no sign-out";
    return [
      ok(check, `${settings.issuer} answers, and sends browsers back to ${back}${out}`),
      ...doubts.map((doubt) => warning(check, doubt)),
    ];
  } catch (error) {
    return [failed(check, messageOf(error))];
  } finally {
    await upstream.close();
  }
}

/** An address for documentation (RFC 5737), at which there is no proxy. */
const nowhere = "192.0.2.1";

function checkProxy(
  { userHeader }: ProxySignInSettings,
  trustedProxies: readonly string[],
): Finding {
  const from = trustedProxies.join(", ");
  return toNetworks(trustedProxies).has(nowhere)
    ? warning(
        check,
        `proxy.trusted_proxies (${from}) trusts so many addresses that callers may be among them: each of those can sign in as anyone by the header ${userHeader}`,
      )
    : ok(check, `by the header ${userHeader} of the proxies at ${from}`);
}
