import type { Call } from "@portico/core/model-call/call";
import { writeJson } from "../../json/write-json.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { replyTimeouts } from "../../upstream/request.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ProviderSettings } from "../provider.ts";
import { operatorHeaders, traceHeaders } from "../wire/json-request.ts";
import { type AwsCredential, AwsCredentials } from "./aws-credential.ts";
import { type SignedRequest, signatureHeaders } from "./signature.ts";

export interface BedrockClient {
  /** One operation on a model of https://docs.aws.amazon.com/bedrock/latest/APIReference. */
  post(
    call: Pick<Call, "model" | "credential" | "traceparent" | "left">,
    operation: string,
    body: object,
    signal: AbortSignal,
  ): Promise<UpstreamReply>;
  listModels(signal: AbortSignal, credential?: string): Promise<UpstreamReply>;
}

interface Signer {
  readonly credential: AwsCredential;
  /** It is a workspace's own. */
  readonly isByok: boolean;
  readonly traceparent?: string;
  readonly left?: AbortSignal | undefined;
}

export function createBedrockClient(settings: ProviderSettings, upstream: Upstream): BedrockClient {
  const credentials = new AwsCredentials(settings);
  const send = async (
    operation: string,
    url: string,
    body: string | Uint8Array,
    signer: Signer,
    signal: AbortSignal,
  ): Promise<UpstreamReply> => {
    const { credential, isByok } = signer;
    const headers = { "content-type": "application/json" };
    const method = body === "" ? "GET" : "POST";
    const reply = await upstream.request({
      method,
      url,
      headers: {
        ...operatorHeaders(settings, { isByok }),
        ...headers,
        // Not signed, because a proxy on the way may change the trace headers.
        ...traceHeaders(signer),
        ...(await authorization(credential, { method, url, headers, body })),
      },
      ...(body === "" ? {} : { body }),
      signal,
      left: signer.left,
      timeouts: replyTimeouts(settings.timeouts, operation),
      operatorUrl: settings.baseUrl,
    });
    if (isOutdated(reply)) credentials.forget(credential);
    return reply;
  };
  return {
    async post(call, operation, body, signal) {
      const credential = await credentials.find(call.credential, signal);
      const url = `${baseOf(settings, "bedrock-runtime", credential)}/model/${encodeURIComponent(call.model)}/${operation}`;
      const { left } = call;
      const isByok = call.credential !== undefined;
      const signer = { ...traceHeaders(call), left, credential, isByok };
      return send(operation, url, await writeJson(body), signer, signal);
    },
    async listModels(signal, own) {
      const credential = await credentials.find(own, signal);
      const url = `${baseOf(settings, "bedrock", credential)}/foundation-models`;
      return send("models", url, "", { credential, isByok: own !== undefined }, signal);
    },
  };
}

/** AWS refused the key itself, not its rights: https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html. */
function isOutdated({ status, headers }: UpstreamReply): boolean {
  const type = String(headers["x-amzn-errortype"] ?? "");
  return status >= 400 && status < 404 && /expired|unrecognizedclient|invalidclient/i.test(type);
}

function baseOf(settings: ProviderSettings, host: string, credential: AwsCredential): string {
  return (
    settings.baseUrl?.replace(/\/+$/, "") ?? `https://${host}.${credential.region}.amazonaws.com`
  );
}

async function authorization(
  credential: AwsCredential,
  request: SignedRequest,
): Promise<Readonly<Record<string, string>>> {
  return credential.type === "bearer"
    ? { authorization: `Bearer ${credential.token}` }
    : await signatureHeaders(request, {
        key: credential.key,
        region: credential.region,
        service: "bedrock",
        date: new Date(),
      });
}
