/**
 * The frame that stands in the page before any script: index.html has it, made by serve/shell.ts. The console draws the same
 * one in its place.
 */
const shell = () => document.querySelector(".shell");

/** The menu of those who may call these operations, and the heading of the screen in the address. */
export function showMenu(operations: readonly string[]): void {
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
export function showSignIn(): void {
  const template = document.querySelector<HTMLTemplateElement>("#shell-sign-in");
  if (template !== null) shell()?.replaceChildren(template.content);
}
