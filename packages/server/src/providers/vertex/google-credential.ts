import { fieldsOf, jsonIn, textOf } from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";

export type GoogleCredential =
  /** A service account's JSON: signs for its own tokens. */
  | {
      readonly type: "account";
      readonly email: string;
      readonly privateKey: string;
      readonly project: string | undefined;
    }
  /** What `gcloud auth application-default login` writes. */
  | {
      readonly type: "user";
      readonly clientId: string;
      readonly clientSecret: string;
      readonly refreshToken: string;
      readonly project: string | undefined;
    }
  /** An access token that a program outside the gateway renews. */
  | { readonly type: "token"; readonly token: string }
  | { readonly type: "key"; readonly key: string };

/**
 * Reads a credential in any of the forms in which Google hands them out, but those that say where a token is to be had:
 * a file, an address or a program. A workspace could name any; for the operator's own there is `credentials: default`.
 */
export function googleCredential(text: string | undefined): GoogleCredential {
  const stated = text?.trim() ?? "";
  if (stated.startsWith("{")) return fromJson(stated);

  if (stated === "") throw refused("The provider has no Google credential.");

  return stated.startsWith("ya29.")
    ? { type: "token", token: stated }
    : { type: "key", key: stated };
}

function fromJson(text: string): GoogleCredential {
  const fields = fieldsOf(jsonIn(text));
  const type = fields["type"] ?? "service_account";
  if (type !== "service_account" && type !== "authorized_user") throw refused(otherType);

  const project = textOf(fields["project_id"]) ?? textOf(fields["quota_project_id"]);
  const email = textOf(fields["client_email"]);
  const privateKey = textOf(fields["private_key"]);
  if (email !== undefined && privateKey !== undefined)
    return { type: "account", email, privateKey, project };

  const clientId = textOf(fields["client_id"]);
  const clientSecret = textOf(fields["client_secret"]);
  const refreshToken = textOf(fields["refresh_token"]);
  if (clientId !== undefined && clientSecret !== undefined && refreshToken !== undefined)
    return { type: "user", clientId, clientSecret, refreshToken, project };

  throw refused("The Google credential is neither a service account nor a user's.");
}

const otherType =
  "The Google credential is neither a service account's nor a user's. The operator uses others by `credentials: default`, with the file in GOOGLE_APPLICATION_CREDENTIALS.";

function refused(message: string): UpstreamError {
  return new UpstreamError("credential", message);
}
