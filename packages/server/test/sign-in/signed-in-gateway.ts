import { createServer, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { startTestGateway, type TestGateway, type TestGatewayOptions } from "../support/gateway.ts";
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from "./identity-provider.ts";

export interface SignedInGateway extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly provider: IdentityProvider;
  /** The address of the sign-in page. */
  readonly start: string;
}

export interface SignedInOptions extends TestGatewayOptions {
  readonly provider?: IdentityProviderOptions;
  /** Further settings of the provider in portico.yaml. */
  readonly fields?: string;
}

/** The part of portico.yaml that names a provider. */
export function oidcYaml({ issuer }: Pick<IdentityProvider, "issuer">, fields = ""): string {
  return `console: { sign_in: { oidc: { issuer: "${issuer}", client_id: ${clientId},
    client_secret: "${clientSecret}", name: Acme, scopes: [profile, groups],
    roles: { claim: groups, operator: [portico-operators], viewer: [staff] }, ${fields} } } }`;
}

/** A gateway whose people sign in at a real provider. */
export async function startSignedInGateway(
  options: SignedInOptions = {},
): Promise<SignedInGateway> {
  const provider = await startIdentityProvider();
  const gateway = await startTestGateway({
    ...options,
    yaml: `${options.yaml ?? ""}\n${oidcYaml(provider, options.fields)}`,
  });
  provider.allow(`${gateway.url}/console/sign-in/oidc/callback`, options.provider);
  return {
    gateway,
    provider,
    start: `${gateway.url}/console/sign-in/oidc`,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

export interface PrefixProxy extends AsyncDisposable {
  readonly url: string;
}

/** A proxy in front of the gateway, which takes `/portico` off each path. */
export async function startPrefixProxy(target: () => string): Promise<PrefixProxy> {
  const pass: RequestListener = (request, response) => {
    const path = String(request.url).replace(/^\/portico/, "");
    const { hostname, port } = new URL(target());
    const onward = send(
      { hostname, port, path, method: request.method, headers: request.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    request.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/portico`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
