import type { Express, Request, RequestHandler, Response } from "express";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../operations/gateway.ts";
import { beginForPerson } from "../../operations/sessions/start-session.ts";
import {
  type Attempt,
  attemptSeconds,
  newAttempt,
  proofsOf,
  readAttempt,
  writeAttempt,
} from "../../sign-in/oidc/attempt.ts";
import type { OidcSignIn } from "../../sign-in/oidc/oidc.ts";
import type { Person } from "../../sign-in/person.ts";
import { returnPath, type SignIn } from "../../sign-in/sign-in.ts";
import { isForPerson } from "../pages/built-site.ts";
import { toFailure } from "../reply/failure.ts";
import { clientIpOf, type TrustedProxies } from "../request/client-ip.ts";
import { recordOf } from "../request/request-record.ts";
import { askedOrigin } from "./asked-origin.ts";
import { sendSmallPage, setPrivate } from "./sign-in-html.ts";
import { browserRequestOf } from "./visit-of.ts";

export interface SignInParts {
  readonly signIn: SignIn;
  readonly gateway: () => Gateway;
  readonly trustedProxies: TrustedProxies;
  readonly trustsForwarded: boolean;
}

const paths = {
  start: "/console/sign-in/oidc",
  callback: "/console/sign-in/oidc/callback",
  proxy: "/console/sign-in/proxy",
  signOut: "/console/sign-out/oidc",
} as const;

/**
 * The pages that a browser visits to sign in without a key. They are pages, and not operations of the contract, because
 * they answer a visit with another address. All of their own links are relative: a proxy may have put a path in front.
 */
export function mountSignIn(app: Express, parts: SignInParts): void {
  const page = (path: string, handle: Handler) =>
    app.all(path, readOnly, asPage, (request, response) => attend(request, response, handle));
  page(paths.start, (request, response) => start(parts, request, response));
  page(paths.callback, (request, response) => finish(parts, request, response));
  page(paths.proxy, (request, response) => byProxy(parts, request, response));
  page(paths.signOut, (request, response) => signOut(parts, request, response));
}

type Handler = (request: Request, response: Response) => Promise<void>;

/** HEAD too would use up a code. */
const readOnly: RequestHandler = ({ method }, _, next) => {
  if (method !== "GET") throw new GatewayError("methodNotAllowed", { headers: { allow: "GET" } });
  next();
};

/**
 * A sign-in leads a browser from page to page. As a picture or in a frame of another site's page, it would begin sessions,
 * or use up the failures that the visitor's network may have, and the visitor would see nothing of it.
 */
const asPage: RequestHandler = (request, _, next) => {
  const destination = request.get("sec-fetch-dest") ?? "document";
  if (destination !== "document")
    throw new GatewayError("notAllowed", {
      message: "A sign-in is a page that a browser opens, and no part of another page.",
      metadata: { right: "origin" },
    });
  next();
};

/** A failure is a page for a person, and the usual envelope for a program. */
async function attend(request: Request, response: Response, handle: Handler): Promise<void> {
  try {
    await handle(request, response);
  } catch (error) {
    if (!isForPerson(request) || response.headersSent) throw error;
    const failure = toFailure(error);
    recordOf(request).failure = { kind: failure.kind, error };
    sendSmallPage(response, {
      status: failure.status,
      title: "You are not signed in",
      text: failure.message,
      href: rootFrom(request),
      link: "Back to the sign-in page",
      goesOn: false,
    });
  }
}

/** The console's first page, relative to the address of the request. */
function rootFrom({ path }: Request): string {
  return "../".repeat(path.split("/").length - 3);
}

async function start(parts: SignInParts, request: Request, response: Response): Promise<void> {
  const oidc = offered(parts.signIn.oidc);
  const redirectUri = redirectUriOf(oidc, parts, request);
  const attempt = newAttempt(returnPath(request.query["return_to"]), Date.now());
  const address = await oidc.begin(attempt, redirectUri);
  response.append("set-cookie", attemptCookie(redirectUri, writeAttempt(attempt)));
  redirect(response, address.href);
}

async function finish(parts: SignInParts, request: Request, response: Response): Promise<void> {
  const oidc = offered(parts.signIn.oidc);
  const redirectUri = redirectUriOf(oidc, parts, request);
  // An attempt ends with its first callback, also where that fails.
  response.append("set-cookie", attemptCookie(redirectUri, null));
  const attempt = attemptOf(request, redirectUri);
  const parameters = new URLSearchParams(request.originalUrl.split("?")[1] ?? "");
  const guarded = parts.gateway().signInGuard.attempt(clientIpOf(request, parts.trustedProxies));
  const person = await oidc.finish(attempt, { parameters, redirectUri });
  const attemptId = attempt === null ? null : proofsOf(attempt).id;
  await begin(parts, person, { request, response, attemptId });
  guarded.succeeded();
  goOn(request, response, attempt?.returnTo ?? "");
}

async function byProxy(parts: SignInParts, request: Request, response: Response): Promise<void> {
  const proxy = offered(parts.signIn.proxy);
  const person = proxy.personOf(request);
  if (person === null)
    throw new GatewayError("unauthenticated", {
      message: `No trusted proxy names you in the header ${proxy.settings.userHeader}. Open the console by the proxy's address. An operator can check proxy.trusted_proxies and console.sign_in.proxy.`,
    });
  await begin(parts, person, { request, response, attemptId: null });
  goOn(request, response, returnPath(request.query["return_to"]));
}

async function signOut(parts: SignInParts, request: Request, response: Response): Promise<void> {
  const oidc = offered(parts.signIn.oidc);
  const base = redirectUriOf(oidc, parts, request).slice(0, -paths.callback.length);
  // Another site's link ends no session at the provider.
  const isOwn = ["same-origin", "none", undefined].includes(request.get("sec-fetch-site"));
  const address = isOwn ? await oidc.signOut(`${base}/console/`) : null;
  redirect(response, address?.href ?? rootFrom(request));
}

interface Begun {
  readonly request: Request;
  readonly response: Response;
  readonly attemptId: string | null;
}

async function begin(
  parts: SignInParts,
  person: Person,
  { request, response, attemptId }: Begun,
): Promise<void> {
  const clientIp = clientIpOf(request, parts.trustedProxies);
  const headers = await beginForPerson(parts.gateway(), person, {
    visit: browserRequestOf(request, { ...parts, clientIp }),
    requestId: recordOf(request).requestId,
    attemptId,
  });
  for (const [name, value] of Object.entries(headers)) response.append(name, value);
}

function offered<Way>(way: Way | null): Way {
  if (way !== null) return way;
  throw new GatewayError("notFound", {
    message: "This gateway does not offer this way to sign in.",
  });
}

function redirect(response: Response, address: string): void {
  setPrivate(response);
  response.statusCode = 302;
  response.setHeader("location", address);
  response.end();
}

/**
 * The provider's page has led the browser here, so this visit comes from another site, and the session's cookie
 * (SameSite=Strict) would be missing from a redirect. A page of our own goes on: its visit comes from this site.
 */
function goOn(request: Request, response: Response, returnTo: string): void {
  sendSmallPage(response, {
    status: 200,
    title: "You are signed in",
    text: "The console opens by itself.",
    href: `${rootFrom(request)}${returnTo}`,
    link: "Open the console",
    goesOn: true,
  });
}

function redirectUriOf(oidc: OidcSignIn, parts: SignInParts, request: Request): string {
  if (oidc.settings.redirectUri !== null) return oidc.settings.redirectUri;
  const origin = askedOrigin(request, parts.trustsForwarded);
  if (origin !== null) return `${origin}${paths.callback}`;
  throw new GatewayError("badRequest", { message: "The Host header is not a name or an address." });
}

/** Only https allows the prefix, with which no other host of the domain can set the cookie. */
function attemptCookieName(redirectUri: string): string {
  const isEncrypted = redirectUri.startsWith("https:");
  return isEncrypted ? "__Host-portico-sign-in" : "portico-sign-in";
}

/** `Lax`: the provider's page leads the browser back, and `Strict` would leave the cookie out. */
function attemptCookie(redirectUri: string, value: string | null): string {
  const name = attemptCookieName(redirectUri);
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  const age = value === null ? 0 : attemptSeconds;
  return `${name}=${value ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

function attemptOf({ headers }: Request, redirectUri: string): Attempt | null {
  const name = attemptCookieName(redirectUri);
  for (const pair of (headers.cookie ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined) return readAttempt(value, Date.now());
  }
  return null;
}
