import { oneOf, searchOf, text } from "../../parts/search.ts";

export const workspaceTabs = ["settings", "byok", "log"] as const;
export type WorkspaceTab = (typeof workspaceTabs)[number];

/** What the address of this screen holds: the workspace in the drawer, by id or slug, and which part of it. */
export const workspacesSearch = searchOf({ workspace: text, tab: oneOf(workspaceTabs) });
