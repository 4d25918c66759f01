import type { Schema } from "@portico/client";
import { apiAddress, consolePath } from "../app/address.ts";
import { parseSearch } from "../app/search-text.ts";
import { applyTheme, storedTheme } from "../app/theme.ts";
import { overviewSearch, presentHour, spanOf, usedIn } from "../screens/overview/span.ts";
import { askEarly, forgetEarly } from "./answers.ts";

/**
 * The frame that stands in the page before any script: index.html has it, made by serve/shell.ts. The console draws the same
 * one in its place.
 */
const shell = () => document.querySelector(".shell");

/** The menu of those who may call these operations, and the heading of the screen in the address. */
function showMenu(operations: readonly string[]): void {
  const menu = shell()?.querySelector("nav");
  if (!menu) return;
  for (const link of menu.querySelectorAll("a"))
    if (!operations.includes(link.dataset["needs"] ?? "")) link.parentElement?.remove();
  for (const group of menu.children)
    group.toggleAttribute("hidden", group.querySelector("a") === null);
  const current = [...menu.querySelectorAll("a")].find(
    (link) => link.pathname === location.pathname,
  );
  current?.setAttribute("aria-current", "page");
  if (current) showHeading(current.textContent);
  menu.classList.remove("shell-unknown");
}

function showHeading(title: string): void {
  const heading = shell()?.querySelector("h1");
  if (!heading) return;
  heading.textContent = title;
  heading.hidden = false;
}

/** In place of menu and screen. The console brings the form. */
function showSignIn(): void {
  const template = document.querySelector<HTMLTemplateElement>("#shell-sign-in");
  if (template !== null) shell()?.replaceChildren(template.content);
}

/** Begins to load the files of the screen at a path. The page lists them: serve/shell.ts. */
function loadScreen(path: string): void {
  const list = document.querySelector("#screen-files")?.textContent ?? "{}";
  const files: Readonly<Record<string, readonly string[]>> = JSON.parse(list);
  for (const file of files[path] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    // As the console itself asks for them, else the browser would fetch them twice.
    link.crossOrigin = "anonymous";
    link.href = file;
    document.head.append(link);
  }
}

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
