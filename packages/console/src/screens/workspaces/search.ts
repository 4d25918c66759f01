import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

export const workspaceTabs = ["settings", "byok", "log"] as const;
export type WorkspaceTab = (typeof workspaceTabs)[number];

/** What the address of this screen holds: the workspace in the drawer, by id or slug, and which part of it. */
export const workspacesSearch = z.object({
  workspace: text,
  tab: z.catch(z.optional(z.enum(workspaceTabs)), undefined),
});
