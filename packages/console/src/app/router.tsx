import { createRouter } from "@tanstack/react-router";
import { Failure, Loading } from "../parts/states.tsx";
import { consolePath } from "./address.ts";
import { routeTree } from "./routes.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";

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
