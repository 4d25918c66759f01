import { fieldsOf, jsonIn, textOf } from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { ProviderSettings } from "../provider.ts";
import type { CredentialLibrary } from "../wire/library-credential.ts";
import { LibraryCredential } from "../wire/library-credential.ts";
import type { Lease } from "../wire/renewed.ts";
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

/** A key without an expiry is read again after this time, because its file may have changed. */
const lookAgainMs = 60 * 60 * 1_000;

const remedy =
  "Set one of them up for the gateway's process, or give the provider `access_key_id` and `secret_access_key`.";

/**
 * AWS's own search for a credential:
 * https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html#credentialProviderChain.
 * With a profile only that profile is used, so that a mistake in it never falls back to the machine's role.
 */
function awsLibrary(region: string, profile: string | undefined): CredentialLibrary<AwsKey> {
  return {
    async fetch() {
      const options = { ignoreCache: true, logger: silent, parentClientConfig: { region } };
      const key = await (profile === undefined
        ? (await import("@aws-sdk/credential-provider-node")).defaultProvider(options)()
        : (await import("@aws-sdk/credential-provider-ini")).fromIni({ ...options, profile })());
      return leaseOf(key);
    },
    advice:
      profile === undefined
        ? `AWS's library tries, in this order, and ends where one is set up and fails: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; the profile that AWS_PROFILE names, or "default", in ~/.aws/config and ~/.aws/credentials (keys, roles, SSO, credential_process); AWS_WEB_IDENTITY_TOKEN_FILE (IRSA); AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI (ECS, EKS Pod Identity); the metadata service of the EC2 instance. ${remedy}`
        : `AWS's library tried the profile "${profile}" in ~/.aws/config and ~/.aws/credentials (AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE) alone. Correct the profile, run \`aws sso login\` if it is one of SSO, or leave \`profile\` out.`,
  };
}

interface FoundKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

function leaseOf({
  accessKeyId,
  secretAccessKey,
  sessionToken,
  expiration,
}: FoundKey): Lease<AwsKey> {
  return {
    value: { accessKeyId, secretAccessKey, sessionToken },
    endsAtMs: expiration?.getTime() ?? Date.now() + lookAgainMs,
  };
}

/** Silences the library, which would write to the console between the lines of the gateway's log. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
