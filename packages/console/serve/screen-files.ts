import type { Rolldown } from "vite";

/** What each screen loads beyond the frame, by its path: modules and style sheets. */
export function screenFiles(bundle: Rolldown.OutputBundle): ReadonlyMap<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const frame = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => loadedBy(fileName, bundle)),
  );
  return new Map(
    chunks.flatMap(({ fileName, facadeModuleId }): [string, string[]][] => {
      const name = /screens\/([^/]+)\/screen\.tsx$/.exec(facadeModuleId ?? "")?.[1];
      if (name === undefined) return [];
      const own = loadedBy(fileName, bundle).filter((file) => !frame.has(file));
      return [[name === "overview" ? "" : name, own]];
    }),
  );
}

/** A chunk, what it imports, and their style sheets. */
function loadedBy(first: string, bundle: Rolldown.OutputBundle): string[] {
  const loaded = new Set<string>();
  const load = (name: string) => {
    const file = bundle[name];
    if (file === undefined || loaded.has(name)) return;
    loaded.add(name);
    if (file.type !== "chunk") return;
    for (const other of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) load(other);
  };
  load(first);
  return [...loaded];
}
