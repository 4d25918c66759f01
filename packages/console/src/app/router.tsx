import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../parts/page.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { overviewSearch } from "../screens/overview/span.ts";
import {
  auditSearch,
  budgetsSearch,
  configurationSearch,
  keysSearch,
  ledgerSearch,
  modelsSearch,
  myKeySearch,
  playgroundSearch,
  providersSearch,
  requestsSearch,
  sessionsSearch,
  spendSearch,
  workspacesSearch,
} from "../screens/searches.ts";
import { texts } from "../texts/texts.ts";
import { consolePath } from "./address.ts";
import { Layout } from "./layout.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";

function NoSuchScreen() {
  return (
    <Page title={texts.frame.noSuchScreen}>
      <p>
        <Link to="/">{texts.overview.title}</Link>
      </p>
    </Page>
  );
}

const root = createRootRoute({ component: Layout, notFoundComponent: NoSuchScreen });
/** Every screen is loaded when it is opened first. What an address holds is checked, so that no link breaks a screen. */
function screenAt<const Path extends string, Search>(
  path: Path,
  validateSearch: (given: Readonly<Record<string, unknown>>) => Search,
  load: () => Promise<{ readonly Screen: () => ReactNode }>,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    component: lazyRouteComponent(load, "Screen"),
  });
}

const screens = [
  screenAt("/", overviewSearch, () => import("../screens/overview/screen.tsx")),
  screenAt("/requests", requestsSearch, () => import("../screens/requests/screen.tsx")),
  screenAt("/spend", spendSearch, () => import("../screens/spend/screen.tsx")),
  screenAt("/ledger", ledgerSearch, () => import("../screens/ledger/screen.tsx")),
  screenAt("/keys", keysSearch, () => import("../screens/keys/screen.tsx")),
  screenAt("/budgets", budgetsSearch, () => import("../screens/budgets/screen.tsx")),
  screenAt("/workspaces", workspacesSearch, () => import("../screens/workspaces/screen.tsx")),
  screenAt("/models", modelsSearch, () => import("../screens/models/screen.tsx")),
  screenAt("/providers", providersSearch, () => import("../screens/providers/screen.tsx")),
  screenAt(
    "/configuration",
    configurationSearch,
    () => import("../screens/configuration/screen.tsx"),
  ),
  screenAt("/playground", playgroundSearch, () => import("../screens/playground/screen.tsx")),
  screenAt("/my-key", myKeySearch, () => import("../screens/my-key/screen.tsx")),
  screenAt("/audit", auditSearch, () => import("../screens/audit/screen.tsx")),
  screenAt("/sessions", sessionsSearch, () => import("../screens/sessions/screen.tsx")),
] as const;

// Apart from the list: inside the call, the compiler would take each path for any text.
const routeTree = root.addChildren(screens);

export const router = createRouter({
  routeTree,
  basepath: consolePath,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <Failure error={error} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
