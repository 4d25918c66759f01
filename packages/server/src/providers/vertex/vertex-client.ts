import type { Call } from "@portico/core/model-call/call";
import { textOf } from "../../json/json-shape.ts";
import { writeJson } from "../../json/write-json.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { replyTimeouts } from "../../upstream/request.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { ProviderSettings } from "../provider.ts";
import { operatorHeaders, traceHeaders } from "../wire/json-request.ts";
import { type CallCredential, GoogleCredentials } from "./google-credentials.ts";

const defaultLocation = "us-central1";

export interface VertexClient {
  /** One method of a publisher's model, for instance `generateContent`. */
  post(
    call: Pick<Call, "model" | "credential" | "traceparent" | "left">,
    publisher: "google" | "anthropic",
    method: string,
    body: object,
    signal: AbortSignal,
  ): Promise<UpstreamReply>;
  /** Whether the credential gets a token; throws an UpstreamError. */
  authenticate(signal: AbortSignal, credential?: string): Promise<void>;
}

export function createVertexClient(settings: ProviderSettings, upstream: Upstream): VertexClient {
  const credentials = new GoogleCredentials(settings, upstream);
  return {
    async post(call, publisher, method, body, signal) {
      const credential = credentials.of(call.credential);
      const parent = parentOf(settings, credential, call);
      const authorization = await credentials.headers(credential, signal);
      const model = encodeURIComponent(call.model).replaceAll("%40", "@");
      const reply = await upstream.request({
        url: `${baseOf(settings)}${parent}/publishers/${publisher}/models/${model}:${method}`,
        headers: {
          ...operatorHeaders(settings, { isByok: call.credential !== undefined }),
          "content-type": "application/json",
          ...traceHeaders(call),
          ...authorization,
        },
        body: await writeJson(body),
        signal,
        left: call.left,
        timeouts: replyTimeouts(settings.timeouts, method),
        operatorUrl: settings.baseUrl,
      });
      if (reply.status === 401) credentials.forget(credential, authorization);
      return reply;
    },
    async authenticate(signal, credential) {
      await credentials.headers(credentials.of(credential), signal);
    },
  };
}

function locationOf(settings: ProviderSettings): string {
  return (
    textOf(settings.options["location"]) ?? textOf(settings.options["region"]) ?? defaultLocation
  );
}

/** Global and multi-regional locations have hosts of their own: https://cloud.google.com/vertex-ai/docs/reference/rest. */
function baseOf(settings: ProviderSettings): string {
  const stated = settings.baseUrl?.replace(/\/+$/, "");
  if (stated !== undefined) return /\/v\d+[a-z0-9]*$/.test(stated) ? stated : `${stated}/v1`;

  const location = locationOf(settings);
  if (location === "global") return "https://aiplatform.googleapis.com/v1";

  return location === "us" || location === "eu"
    ? `https://aiplatform.${location}.rep.googleapis.com/v1`
    : `https://${location}-aiplatform.googleapis.com/v1`;
}

/** An API key carries its project; everything else has to name one. A workspace's own credential has its own. */
function parentOf(
  settings: ProviderSettings,
  credential: CallCredential,
  call: { readonly credential?: string },
): string {
  const own = "project" in credential ? credential.project : undefined;
  const configured = textOf(settings.options["project"]);
  const isByok = call.credential !== undefined;
  if (isByok && credential.type === "key") return "";

  const project = isByok ? (own ?? configured) : (configured ?? own);
  if (project !== undefined)
    return `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(locationOf(settings))}`;

  if (credential.type === "key") return "";

  const message = "The provider's option `project` is missing.";
  throw new UpstreamError("credential", message);
}
