import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadAhead } from "./app/load-ahead.ts";
import { portico, queryClient } from "./app/portico.ts";
import { router } from "./app/router.tsx";
import { applyTheme, storedTheme } from "./app/theme.ts";
import "./styles/theme.css";
import "./styles/frame.css";
import "./styles/parts.css";
import "./styles/forms.css";
import "./styles/table.css";
import "./styles/chart.css";
import "./styles/popups.css";
import "./styles/details.css";
import "./styles/narrow.css";

applyTheme(storedTheme());
void start();

/** Until it draws, the frame of the page itself stands there: nothing flickers. */
async function start(): Promise<void> {
  const place = document.querySelector("#console");
  if (place === null) throw new Error("The page has no place for the console.");
  await Promise.all([router.load(), portico.getSession.prefetch(queryClient)]);
  createRoot(place).render(
    <StrictMode>
      {/* The page's policy allows no style elements. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
  await loadAhead();
}
