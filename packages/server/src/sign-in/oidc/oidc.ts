import type { Client, IDToken, JWKSCacheInput } from "oauth4webapi";
import type { OidcSettings } from "../../configuration/sign-in.ts";
import type { WholeFetch } from "../../upstream/whole-fetch.ts";
import type { Person } from "../person.ts";
import { type Attempt, proofsOf } from "./attempt.ts";
import { clientAuthentication, type Discovered, discover, fetchOptions } from "./discover.ts";
import { type LoggedOut, readLogoutToken } from "./logout-token.ts";
import { personOf } from "./person-of.ts";
import { createProviderKeys } from "./provider-keys.ts";
import { toRefusal, unknownAttempt } from "./refusal.ts";

/** Sign-in by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export interface OidcSignIn {
  readonly settings: OidcSettings;
  /** The provider's page that the browser goes to. */
  begin(attempt: Attempt, redirectUri: string): Promise<URL>;
  /** Who came back. Throws a GatewayError for everything that is not exactly as it should be. */
  finish(attempt: Attempt | null, returned: Returned): Promise<Person>;
  /** The provider's page that ends the session there; null where it has none. */
  signOut(returnTo: string): Promise<URL | null>;
  /** What has ended at the provider, by its own message. Throws a GatewayError for one that cannot be trusted. */
  loggedOut(logoutToken: string): Promise<LoggedOut>;
}

interface Returned {
  readonly parameters: URLSearchParams;
  readonly redirectUri: string;
}

/** Clocks may differ by this much. */
const clockToleranceSeconds = 60;

type Oauth = typeof import("oauth4webapi");

export function createOidcSignIn(settings: OidcSettings, fetch: WholeFetch): OidcSignIn {
  const known = createKnownProvider(settings.issuer, fetch);
  const keyOf = createProviderKeys(fetch);
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toRefusal(error, settings.name);
    }
  };
  return {
    settings,
    begin: (attempt, redirectUri) =>
      explained(async () => {
        const oauth = await import("oauth4webapi");
        const { authorizationEndpoint } = await known();
        const { state, nonce, verifier } = proofsOf(attempt);
        return withParameters(authorizationEndpoint, {
          client_id: settings.clientId,
          response_type: "code",
          redirect_uri: redirectUri,
          scope: settings.scopes.join(" "),
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
      }),
    finish: (attempt, returned) =>
      explained(async () => {
        if (attempt === null) throw unknownAttempt();
        if (returned.parameters.get("state") !== proofsOf(attempt).state) throw unknownAttempt();
        const exchange = { oauth: await import("oauth4webapi"), provider: await known(), fetch };
        return await exchangeCode(settings, exchange, attempt, returned);
      }),
    signOut: (returnTo) =>
      explained(async () => {
        const { endSessionEndpoint } = await known();
        if (endSessionEndpoint === null) return null;
        return withParameters(endSessionEndpoint, {
          client_id: settings.clientId,
          post_logout_redirect_uri: returnTo,
        });
      }),
    loggedOut: (logoutToken) =>
      explained(async () => {
        const { server } = await known();
        return await readLogoutToken(logoutToken, {
          issuer: server.issuer,
          clientId: settings.clientId,
          algorithms: server.id_token_signing_alg_values_supported ?? null,
          keyOf: (kid) => keyOf(String(server.jwks_uri), kid),
        });
      }),
  };
}

interface Exchange {
  readonly oauth: Oauth;
  readonly provider: KnownProvider;
  readonly fetch: WholeFetch;
}

async function exchangeCode(
  settings: OidcSettings,
  exchange: Exchange,
  attempt: Attempt,
  { parameters, redirectUri }: Returned,
): Promise<Person> {
  const { oauth, provider } = exchange;
  const { server } = provider;
  const { state, nonce, verifier } = proofsOf(attempt);
  const client: Client = { client_id: settings.clientId };
  client[oauth.clockTolerance] = clockToleranceSeconds;
  const options = optionsOf(exchange, settings);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(oauth, server, settings),
    oauth.validateAuthResponse(server, client, parameters, state),
    redirectUri,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await checkSignature(exchange, response, options);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) throw new Error("The answer has no ID token.");
  return await personOf(settings, claims, () =>
    fetchUserInfo(exchange, client, { claims, accessToken: tokens.access_token, options }),
  );
}

/** A function, because the library's names of options are symbols that come with it. */
function optionsOf({ oauth, provider, fetch }: Exchange, { issuer }: OidcSettings) {
  return {
    ...fetchOptions(oauth, issuer, fetch),
    [oauth.jwksCache]: provider.keys,
  };
}

type Options = ReturnType<typeof optionsOf>;

/** A provider may have changed its keys a moment ago: the keys that are kept are then read again, once. */
async function checkSignature(
  { oauth, provider }: Exchange,
  response: Response,
  options: Options,
): Promise<void> {
  try {
    await oauth.validateApplicationLevelSignature(provider.server, response, options);
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== oauth.KEY_SELECTION) throw error;
    // The library keeps the keys by the object: a copy has none yet.
    await oauth.validateApplicationLevelSignature({ ...provider.server }, response, {
      ...options,
      [oauth.jwksCache]: {},
    });
  }
}

interface Granted {
  readonly claims: IDToken;
  readonly accessToken: string;
  readonly options: Options;
}

/** Some providers name groups here and not in the ID token. Null where there is no such endpoint. */
async function fetchUserInfo(
  { oauth, provider: { server } }: Exchange,
  client: Client,
  { claims, accessToken, options }: Granted,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (server.userinfo_endpoint === undefined) return null;
  const response = await oauth.userInfoRequest(server, client, accessToken, options);
  return await oauth.processUserInfoResponse(server, client, claims.sub, response);
}

function withParameters(address: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

interface KnownProvider extends Discovered {
  /** The provider's public keys, where the library keeps them. */
  readonly keys: JWKSCacheInput;
}

const freshMs = 10 * 60 * 1000;
/** How long a former document counts while the provider does not answer: the token's endpoint decides then. */
const staleMs = 24 * 60 * 60 * 1000;

/** The provider as its discovery document describes it: read when first needed, and once for all who wait. */
function createKnownProvider(
  issuer: string,
  fetch: WholeFetch,
  steadyNowMs: () => number = () => performance.now(),
): () => Promise<KnownProvider> {
  let known: KnownProvider | null = null;
  let knownAtMs = 0;
  let reading: Promise<KnownProvider> | null = null;

  const read = async (): Promise<KnownProvider> => {
    try {
      known = { ...(await discover(issuer, fetch)), keys: {} };
      knownAtMs = steadyNowMs();
      return known;
    } catch (error) {
      if (known === null || steadyNowMs() - knownAtMs > staleMs) throw error;
      return known;
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (known !== null && steadyNowMs() - knownAtMs < freshMs) return known;
    reading ??= read();
    return await reading;
  };
}
