import { createHash, createHmac } from "node:crypto";
import { TimeSlice } from "../../in-turns.ts";

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  /** Those that are signed, besides host, date and session token. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface SignatureScope {
  readonly key: AwsKey;
  readonly region: string;
  readonly service: string;
  readonly date: Date;
}

/**
 * The headers that AWS Signature Version 4 adds to a request:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signatureHeaders(
  request: SignedRequest,
  { key, region, service, date }: SignatureScope,
): Promise<Record<string, string>> {
  const time = date.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const url = new URL(request.url);
  const added: Record<string, string> = { "x-amz-date": time };
  if (key.sessionToken !== undefined) added["x-amz-security-token"] = key.sessionToken;

  const headers = { ...request.headers, ...added, host: url.host };
  const names = Object.keys(headers).sort();
  const signedNames = names.join(";");
  const canonical = [
    request.method,
    canonicalPath(url.pathname),
    canonicalQuery(url.searchParams),
    ...Object.entries(headers)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}:${value.trim().replace(/ +/g, " ")}`),
    "",
    signedNames,
    await sha256InTurns(request.body),
  ].join("\n");
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const signature = hmac(signingKey(key, scope), toSign).toString("hex");
  return {
    ...added,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
  };
}

/** Each step is keyed with the one before: date, region, service and the closing word. */
function signingKey(key: AwsKey, scope: string): Buffer {
  let secret = Buffer.from(`AWS4${key.secretAccessKey}`);
  for (const word of scope.split("/")) secret = hmac(secret, word);

  return secret;
}

/** Every service but S3 wants the path, as it is sent, encoded once more. */
function canonicalPath(path: string): string {
  return path.split("/").map(encoded).join("/");
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** This much is hashed between two looks at the clock. */
const hashedAtOnce = 1024 * 1024;

async function sha256InTurns(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const hash = createHash("sha256");
  const turn = new TimeSlice();
  for (let start = 0; start < bytes.length; start += hashedAtOnce) {
    if (turn.isOver) await turn.pass();

    hash.update(bytes.subarray(start, start + hashedAtOnce));
  }
  return hash.digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer<ArrayBuffer> {
  return createHmac("sha256", key).update(text).digest();
}
