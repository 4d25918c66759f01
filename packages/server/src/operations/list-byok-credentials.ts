import { toCredential } from "./credential-wire.ts";
import { type Operation, ok } from "./operation.ts";
import { pageLinks, toPage } from "./page.ts";
import { workspaceFilter } from "./workspace-filter.ts";

export const listByokCredentials: Operation<"listByokCredentials"> = async (
  { query },
  { caller, gateway },
) => {
  const page = toPage(query);
  const { records, totalCount } = await gateway.store.credentials.list(caller.organisationId, {
    ...page,
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    ...(query.provider === undefined ? {} : { provider: query.provider }),
  });
  return ok({
    data: records.map(toCredential),
    links: pageLinks("/byok", query, page, totalCount),
    total_count: totalCount,
  });
};
