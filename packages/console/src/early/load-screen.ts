/** Begins to load the files of the screen at a path. The page lists them: serve/shell.ts. */
export function loadScreen(path: string): void {
  const list = document.querySelector("#screen-files")?.textContent ?? "{}";
  const files: Readonly<Record<string, readonly string[]>> = JSON.parse(list);
  for (const file of files[path] ?? []) {
    const link = document.createElement("link");
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload";
    if (link.rel === "preload") link.as = "style";
    // As the console itself asks for them, else the browser would fetch them twice.
    link.crossOrigin = "anonymous";
    link.href = file;
    document.head.append(link);
  }
}
