import type { Schema } from "@portico/client";

/** A row of activity in which one request cost a dollar, and of which nothing else is known. */
export function activityRow(fields: Partial<Schema<"ActivityRow">> = {}): Schema<"ActivityRow"> {
  return {
    ...{ date: null, hour: null, api_key_id: null, api_key_hash: null, api_key_name: null },
    ...{ workspace_id: null, model: null, model_permaslug: null, endpoint_id: null },
    ...{ provider_name: null, app_url: null, app_title: null, tag: null },
    ...{ requests: 1, estimated_requests: 0, failed_requests: 0, byok_requests: 0 },
    ...{ prompt_tokens: 1, completion_tokens: 1, cached_tokens: 0, reasoning_tokens: 0 },
    ...{ cache_share: 0, usage: 1, unbilled: 0, byok_usage_inference: 0 },
    ...{ latency: null, time_to_first_token: null, output_tokens_per_second: null },
    ...fields,
  };
}
