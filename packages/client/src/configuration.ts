import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * What the gateway serves, as versions: `portico.configuration`, for management keys of the installation.
 *
 * @example
 * const again = async (configuration: Configurations, version: number) =>
 *   (await configuration.activate(version)).data.version;
 * console.log(await again(portico.configuration, 7));
 */
export interface Configurations {
  /** As the answering process runs it; secrets are marks. */
  get(call?: CallOptions): PendingCall<Schema<"ConfigurationReply">>;
  /** Makes a version and takes it into use on all nodes. */
  update(
    body: Schema<"UpdateConfigurationRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ConfigurationReply">>;
  /** What a text would change. */
  plan(
    body: Schema<"PlanConfigurationRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ConfigurationPlanReply">>;
  /** The newest first. */
  versions(
    query?: Query<"/configuration/versions">,
    call?: CallOptions,
  ): PendingList<Schema<"ConfigurationVersionList">>;
  /** One version by its number, with its text; secrets are marks. */
  version(version: number, call?: CallOptions): PendingCall<Schema<"ConfigurationVersionReply">>;
  /** Takes a version into use that was made before. */
  activate(
    version: number,
    body?: Schema<"ActivateConfigurationRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ConfigurationReply">>;
}

/**
 * `portico.configuration` alone.
 *
 * @example
 * const { data } = await createConfigurations(connect()).get();
 */
export function createConfigurations({
  raw: { GET, POST, PUT },
  init,
}: Connection): Configurations {
  const one = (version: number) => ({ params: { path: { version: String(version) } } });
  return {
    get: (call) => pending(GET("/configuration", { ...init(call) })),
    update: (body, call) => pending(PUT("/configuration", { body, ...init(call) })),
    plan: (body, call) => pending(POST("/configuration/plan", { body, ...init(call) })),
    versions: (query = {}, call) =>
      listOf(query, (query) =>
        GET("/configuration/versions", { params: { query }, ...init(call) }),
      ),
    version: (version, call) =>
      pending(GET("/configuration/versions/{version}", { ...one(version), ...init(call) })),
    activate: (version, body = {}, call) =>
      pending(
        POST("/configuration/versions/{version}/activate", {
          ...one(version),
          body,
          ...init(call),
        }),
      ),
  };
}
