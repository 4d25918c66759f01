import { fieldsOf, jsonIn, textOf } from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { ProviderSettings } from "../provider.ts";
import { LibraryCredential } from "../wire/library-credential.ts";
import { awsLibrary } from "./aws-library.ts";
import type { AwsKey } from "./signature.ts";

export type AwsCredential =
  /** A Bedrock API key: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html */
  | { readonly type: "bearer"; readonly token: string; readonly region: string }
  | { readonly type: "signature"; readonly key: AwsKey; readonly region: string };

const defaultRegion = "us-east-1";

/** Finds the credential of each call. */
export class AwsCredentials {
  readonly #settings: ProviderSettings;
  readonly #region: string;
  /** With this setting, AWS's library finds the credential. */
  readonly #found: LibraryCredential<AwsKey> | undefined;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
    const { credentials, profile, region } = settings.options;
    this.#region = textOf(region) ?? defaultRegion;
    if (credentials === "default" || profile !== undefined)
      this.#found = new LibraryCredential(settings, awsLibrary(this.#region, textOf(profile)));
  }

  /** A workspace's own credential; where there is one, no other is used. */
  async find(own: string | undefined, signal: AbortSignal): Promise<AwsCredential> {
    return own === undefined && this.#found !== undefined
      ? { type: "signature", key: await this.#found.get(signal), region: this.#region }
      : statedCredential(this.#settings, this.#region, own);
  }

  /** Called for a credential that AWS no longer accepts. */
  forget(credential: AwsCredential): void {
    if (credential.type === "signature") this.#found?.forget(credential.key);
  }
}

/**
 * The workspace's own, else the operator's `api_key`, else the options `access_key_id`, `secret_access_key` and
 * `session_token`. A text is an API key, unless it is a JSON object with an access key, as the AWS tools write it.
 */
function statedCredential(
  settings: ProviderSettings,
  region: string,
  own: string | undefined,
): AwsCredential {
  const stated = own ?? settings.apiKey;
  if (stated !== undefined && !stated.trimStart().startsWith("{"))
    return { type: "bearer", token: stated.trim(), region };

  const fields = stated === undefined ? settings.options : fieldsOf(jsonIn(stated));
  const key = keyOf(fields);
  if (key === undefined) {
    const message = "The provider has no usable AWS credential.";
    throw new UpstreamError("credential", message);
  }
  return { type: "signature", key, region: ownRegion(fields) ?? region };
}

function keyOf(fields: Readonly<Record<string, unknown>>): AwsKey | undefined {
  const accessKeyId = field(fields, "accesskeyid");
  const secretAccessKey = field(fields, "secretaccesskey");
  return accessKeyId === undefined || secretAccessKey === undefined
    ? undefined
    : { accessKeyId, secretAccessKey, sessionToken: field(fields, "sessiontoken") };
}

/** A region becomes part of a host name, so it has to look like one. */
function ownRegion(fields: Readonly<Record<string, unknown>>): string | undefined {
  const region = field(fields, "region") ?? field(fields, "defaultregion");
  return region !== undefined && /^[a-z]{2}(-[a-z]+)+-\d$/.test(region) ? region : undefined;
}

/** `access_key_id`, `AccessKeyId`, `aws_access_key_id` and `AWS_ACCESS_KEY_ID` are one name. */
function field(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const plain = (key: string) => key.toLowerCase().replaceAll("_", "").replace(/^aws/, "");
  return textOf(Object.entries(fields).find(([key]) => plain(key) === name)?.[1]);
}
