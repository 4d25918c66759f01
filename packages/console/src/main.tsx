import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./app/portico.ts";
import { router } from "./app/router.tsx";
import { applyTheme } from "./app/settings.ts";
import "./styles/theme.css";
import "./styles/frame.css";
import "./styles/parts.css";
import "./styles/forms.css";
import "./styles/table.css";
import "./styles/chart.css";
import "./styles/popups.css";
import "./styles/details.css";
import "./styles/narrow.css";

applyTheme();
const place = document.querySelector("#console");
if (place === null) throw new Error("The page has no place for the console.");
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
