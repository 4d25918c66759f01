import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import type { OidcSettings } from "../../configuration/sign-in.ts";

/** How the gateway proves to the provider that it is this client. */
export function clientAuthentication(
  { ClientSecretBasic, ClientSecretPost, None }: typeof import("oauth4webapi"),
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServer,
  { clientSecret }: OidcSettings,
): ClientAuth {
  if (clientSecret === null) return None();
  // Where the document has no list, the standard's default is basic.
  const takesBasic = methods === undefined || methods.includes("client_secret_basic");
  return takesBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}
