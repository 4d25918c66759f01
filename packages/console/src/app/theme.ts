export type Theme = "system" | "light" | "dark";

/** The documentation reads and writes the theme under the same name. */
const name = "redoc.colorMode";

export function storedTheme(): Theme {
  const theme = localStorage.getItem(name);
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function storeTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(name);
  else localStorage.setItem(name, theme);
}

export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle("light", theme === "light");
  classList.toggle("dark", theme === "dark");
}
