import { toApiKey } from "./api-key-wire.ts";
import { type Operation, ok } from "./operation.ts";
import { pageLinks, toPage } from "./page.ts";
import { workspaceFilter } from "./workspace-filter.ts";

export const listApiKeys: Operation<"listApiKeys"> = async ({ query }, { caller, gateway }) => {
  const page = toPage(query);
  const { records, totalCount } = await gateway.store.keys.list(caller.organisationId, {
    ...page,
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    includeDisabled: query.include_disabled ?? true,
  });
  return ok({
    data: records.map(toApiKey),
    links: pageLinks("/keys", query, page, totalCount),
    total_count: totalCount,
  });
};
