import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { Page } from "../parts/page.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { overviewSearch } from "../screens/overview/span.ts";
import {
  auditSearch,
  budgetsSearch,
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
const parent = { getParentRoute: () => root };

/** Every screen is loaded when it is opened first. What an address holds is checked, so that no link breaks a screen. */
const screens = [
  createRoute({
    ...parent,
    path: "/",
    validateSearch: overviewSearch,
    component: lazyRouteComponent(() => import("../screens/overview/screen.tsx"), "OverviewScreen"),
  }),
  createRoute({
    ...parent,
    path: "/requests",
    validateSearch: requestsSearch,
    component: lazyRouteComponent(() => import("../screens/requests/screen.tsx"), "RequestsScreen"),
  }),
  createRoute({
    ...parent,
    path: "/spend",
    validateSearch: spendSearch,
    component: lazyRouteComponent(() => import("../screens/spend/screen.tsx"), "SpendScreen"),
  }),
  createRoute({
    ...parent,
    path: "/ledger",
    validateSearch: ledgerSearch,
    component: lazyRouteComponent(() => import("../screens/ledger/screen.tsx"), "LedgerScreen"),
  }),
  createRoute({
    ...parent,
    path: "/keys",
    validateSearch: keysSearch,
    component: lazyRouteComponent(() => import("../screens/keys/screen.tsx"), "KeysScreen"),
  }),
  createRoute({
    ...parent,
    path: "/budgets",
    validateSearch: budgetsSearch,
    component: lazyRouteComponent(() => import("../screens/budgets/screen.tsx"), "BudgetsScreen"),
  }),
  createRoute({
    ...parent,
    path: "/workspaces",
    validateSearch: workspacesSearch,
    component: lazyRouteComponent(
      () => import("../screens/workspaces/screen.tsx"),
      "WorkspacesScreen",
    ),
  }),
  createRoute({
    ...parent,
    path: "/models",
    validateSearch: modelsSearch,
    component: lazyRouteComponent(() => import("../screens/models/screen.tsx"), "ModelsScreen"),
  }),
  createRoute({
    ...parent,
    path: "/providers",
    validateSearch: providersSearch,
    component: lazyRouteComponent(
      () => import("../screens/providers/screen.tsx"),
      "ProvidersScreen",
    ),
  }),
  createRoute({
    ...parent,
    path: "/playground",
    validateSearch: playgroundSearch,
    component: lazyRouteComponent(
      () => import("../screens/playground/screen.tsx"),
      "PlaygroundScreen",
    ),
  }),
  createRoute({
    ...parent,
    path: "/my-key",
    validateSearch: myKeySearch,
    component: lazyRouteComponent(() => import("../screens/my-key/screen.tsx"), "MyKeyScreen"),
  }),
  createRoute({
    ...parent,
    path: "/audit",
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import("../screens/audit/screen.tsx"), "AuditScreen"),
  }),
  createRoute({
    ...parent,
    path: "/sessions",
    validateSearch: sessionsSearch,
    component: lazyRouteComponent(() => import("../screens/sessions/screen.tsx"), "SessionsScreen"),
  }),
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
