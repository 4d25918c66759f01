import { z } from "zod";

const count = z.int().min(1);
const mebibyte = 1024 * 1024;

/** The parts of `portico.yaml` that say what is kept, and for how long. */
export const keptSchemas = {
  retention: z
    .strictObject({
      activity_days: count.default(400),
      audit_days: count.default(400),
      io_log_days: count.default(30),
      notification_days: count.default(90),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      /** 0: the header has no effect. */
      hours: z.int().min(0).default(24),
      answer_bytes: count.default(mebibyte),
      bytes_per_key: count.default(64 * mebibyte),
    })
    .prefault({}),
  kept_responses: z
    .strictObject({
      /** 0: none is kept. */
      days: z.int().min(0).default(0),
      response_bytes: count.default(4 * mebibyte),
      bytes_per_workspace: count.default(1024 * mebibyte),
    })
    .prefault({}),
  embeddings_cache: z
    .strictObject({
      days: count.default(30),
      bytes_per_workspace: count.default(256 * mebibyte),
    })
    .prefault({}),
};
