/** Clients of the interface require these fields; a gateway has no values for them. */
export const notRecorded = {
  user_agent: null,
  upstream_id: null,
  app_id: null,
  data_region: "global",
  moderation_latency: null,
  native_tokens_completion_images: null,
  num_fetches: null,
  num_input_audio_prompt: null,
  num_media_completion: null,
  num_media_prompt: null,
  num_search_results: null,
  origin: "api",
  preset_id: null,
  router: null,
  service_tier: null,
  web_search_engine: null,
} as const;

/** The message of a failure that was booked. A stream that fails has its status already. */
export function failureMessage(status: number): string {
  return status < 400 ? "The stream failed after it had begun." : `Status ${status}.`;
}
