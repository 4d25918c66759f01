import { generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface Account {
  readonly name?: string;
  readonly email?: string;
  readonly groups?: unknown;
}

export interface IdentityProviderOptions {
  /** Puts the claims of the scopes into the userinfo alone, as the standard has it; other providers do not. */
  readonly isThin?: boolean;
  /** Changes a reply of the token endpoint. */
  readonly tamper?: (reply: TokenReply) => unknown;
  /** Shows the provider's own forms for login and consent; without it, the account `next` is signed in at once. */
  readonly hasForms?: boolean;
  /** What the discovery document lists; ES256 is what it signs with. */
  readonly algorithms?: readonly string[];
  /** The client's secret as the provider knows it. */
  readonly secret?: string;
  /** Gives the former answer for a code that was used, as some providers do for a while. */
  readonly takesCodesTwice?: boolean;
  readonly offersSignOut?: boolean;
  readonly backchannelUri?: string;
}

export interface TokenReply {
  id_token: string;
  [field: string]: unknown;
}

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The people of it, by their subject. */
  readonly accounts: Map<string, Account>;
  /** Who is signed in by the next visit. Null: the person refuses. */
  next: string | null;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** In place of its own answers. Null: its own. */
  instead: RequestListener | null;
  readonly keys: readonly PrivateKey[];
  /** Signs with a new key from now on, and publishes that alone. */
  rotate(): void;
  /** The address that the browser is sent back to, which the provider has to know. */
  allow(redirectUri: string, options?: IdentityProviderOptions): void;
}

export interface PrivateKey extends JsonWebKey {
  readonly kid: string;
}

export const clientId = "portico";
export const clientSecret = "correct horse & battery: staple";

/** A real provider (npm: oidc-provider) on loopback. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let handle: RequestListener = (_, response) => response.writeHead(503).end();
  let keys = [newKey()];
  let allowed: { readonly uri: string; readonly options: IdentityProviderOptions } | null = null;
  const server = createServer((request, response) => {
    provider.asked.push(String(request.url).split("?")[0] ?? "");
    (provider.instead ?? handle)(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const build = () => {
    if (allowed !== null) handle = createHandler(provider, allowed.uri, allowed.options);
  };
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    accounts: new Map([["ada", { name: "Ada Lovelace", groups: ["portico-operators"] }]]),
    next: "ada",
    asked: [],
    instead: null,
    get keys() {
      return keys;
    },
    rotate() {
      keys = [newKey()];
      build();
    },
    allow(uri, options = {}) {
      allowed = { uri, options };
      build();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return provider;
}

function newKey(): PrivateKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "ES256", use: "sig" };
}

function createHandler(
  own: IdentityProvider,
  redirectUri: string,
  options: IdentityProviderOptions,
): RequestListener {
  const hasForms = options.hasForms === true;
  const { issuer, keys } = own;
  const base = redirectUri.replace(/\/console\/.*$/, "");
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: options.secret ?? clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${base}/console/`],
        id_token_signed_response_alg: "ES256",
        ...(options.backchannelUri !== undefined && {
          backchannel_logout_uri: options.backchannelUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: keys.map((key) => ({ ...key })) },
    cookies: { keys: ["cookies of the provider"] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email"], groups: ["groups"] },
    conformIdTokenClaims: options.isThin === true,
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    features: {
      devInteractions: { enabled: hasForms },
      rpInitiatedLogout: { enabled: options.offersSignOut !== false },
      backchannelLogout: { enabled: options.backchannelUri !== undefined },
    },
    // The provider prints a notice for each that is left to it.
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    // Its own refuses addresses of this machine.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, {
        ...(method !== undefined && { method }),
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body }),
      }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...own.accounts.get(accountId) }),
    }),
    ...(!hasForms && {
      async loadExistingGrant({ oidc: { session, client } }) {
        const grant = new provider.Grant({
          ...(session?.accountId !== undefined && { accountId: session.accountId }),
          ...(client !== undefined && { clientId: client.clientId }),
        });
        grant.addOIDCScope("openid profile email groups");
        await grant.save();
        return grant;
      },
    }),
  });
  if (!hasForms) provider.use(signInAtOnce(provider, own));
  provider.use(lie(options));
  // Middleware must stand in front of the provider's own.
  const { middleware } = provider;
  middleware.unshift(...middleware.splice(1));
  const answer = provider.callback();
  return (request, response) => void answer(request, response);
}

type Middleware = Parameters<Provider["use"]>[0];

let lastReply: TokenReply | null = null;

function lie({ tamper, algorithms, takesCodesTwice }: IdentityProviderOptions): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.path === "/token" && ctx.status === 200) lastReply = ctx.body as TokenReply;
    else if (ctx.path === "/token" && takesCodesTwice === true) {
      ctx.status = 200;
      ctx.body = lastReply;
    }
    if (ctx.path === "/token" && ctx.status === 200) tamper?.(ctx.body as TokenReply);
    if (ctx.path === "/.well-known/openid-configuration" && algorithms !== undefined)
      ctx.body = { ...Object(ctx.body), id_token_signing_alg_values_supported: algorithms };
  };
}

function signInAtOnce(provider: Provider, own: IdentityProvider): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith("/interaction/")) return await next();
    const result =
      own.next === null
        ? { error: "access_denied", error_description: "<script>alert(1)</script>" }
        : { login: { accountId: own.next } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
  };
}
