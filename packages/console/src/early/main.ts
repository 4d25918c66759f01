import type { Schema } from "@portico/client";
import { apiAddress, consolePath } from "../app/address.ts";
import { parseSearch } from "../app/search-text.ts";
import { applyTheme, storedTheme } from "../app/theme.ts";
import { usedIn } from "../screens/overview/question.ts";
import { overviewSearch } from "../screens/overview/search.ts";
import { presentHour, spanOf } from "../screens/overview/span.ts";
import { askEarly, forgetEarly } from "./answers.ts";
import { loadScreen } from "./load-screen.ts";
import { showMenu, showSignIn } from "./shell.ts";

/** Kept on this machine; no secret. */
const overviewName = "portico.overview";
const path = location.pathname.slice(consolePath.length);

// A few kilobytes, long before the console: they ask who is signed in, fetch the files of the screen in the address, and draw
// what is known of it, while the large libraries are on their way.
applyTheme(storedTheme());
void begin();
loadScreen(path);

async function begin(): Promise<void> {
  const asking = askEarly(`${apiAddress}/session`);
  // Whether the last visitor had an overview decides whether this one's figures need not wait for the session's answer.
  const asksAtOnce = localStorage.getItem(overviewName) !== null;
  if (asksAtOnce) askOverview();
  const reply = await asking;
  if (!reply.ok) forgetEarly();
  if (reply.status === 401) {
    localStorage.removeItem(overviewName);
    return showSignIn();
  }
  if (!reply.ok) return;
  // The console reads the same answer later.
  const session: { readonly data: Schema<"CurrentSession"> } = await reply.clone().json();
  const { operations } = session.data;
  if (operations.includes("listActivity")) localStorage.setItem(overviewName, "seen");
  else localStorage.removeItem(overviewName);
  if (!asksAtOnce && operations.includes("listActivity")) askOverview();
  showMenu(operations);
}

function askOverview(): void {
  if (path === "") void askEarly(`${apiAddress}/activity?${overviewQuestion()}`);
}

function overviewQuestion(): URLSearchParams {
  const { period = "day" } = overviewSearch(parseSearch(location.search));
  const asked = Object.entries(usedIn(spanOf(period, presentHour())));
  return new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
}
