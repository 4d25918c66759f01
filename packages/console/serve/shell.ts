import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { groups, mark } from "../src/app/navigation.ts";
import { texts } from "../src/texts/texts.ts";

/** What each screen loads beyond the frame, by its path. */
function screenFiles(bundle: Rolldown.OutputBundle): ReadonlyMap<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const frame = new Set(loadedBy(chunkOf("main.tsx", bundle).fileName, bundle));
  return new Map(
    chunks.flatMap(({ fileName, facadeModuleId }): [string, string[]][] => {
      const name = /screens\/([^/]+)\/screen\.tsx$/.exec(facadeModuleId ?? "")?.[1];
      if (name === undefined) return [];
      const own = loadedBy(fileName, bundle).filter((file) => !frame.has(file));
      return [[name === "overview" ? "" : name, own]];
    }),
  );
}

/** A chunk, and what it imports. */
export function loadedBy(first: string, bundle: Rolldown.OutputBundle): string[] {
  const loaded = new Set<string>();
  const load = (name: string) => {
    const file = bundle[name];
    if (file === undefined || loaded.has(name)) return;
    loaded.add(name);
    if (file.type === "chunk") for (const other of file.imports) load(other);
  };
  load(first);
  return [...loaded];
}

const source = join(import.meta.dirname, "../src");

/** The chunk that has a module of `src`. */
function chunkOf(module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const id = join(source, module);
  for (const file of Object.values(bundle))
    if (file.type === "chunk" && file.moduleIds.includes(id)) return file;
  throw new Error(`No chunk has the module ${module}.`);
}

const early = "early/main.ts";

/**
 * Writes the frame of every screen into the page, so that it stands there before any script, and a small script that runs
 * before the console. Where the page answers itself there is no gateway to ask early.
 */
export function shell(isEarly: boolean): Plugin {
  return {
    name: "portico-console-shell",
    buildStart() {
      if (isEarly)
        this.emitFile({
          ...{ type: "chunk", id: join(source, early), name: "early" },
          // Else there would be a file before it that only imports it.
          preserveSignature: "allow-extension",
        });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const framed = html.replace('<div id="console">', (place) => place + frame());
        // After `base`, by which they are found, and before all others: a browser fetches in this order.
        return isEarly
          ? framed.replace(/<base [^>]*>/, (base) => base + earlyTags(bundle))
          : framed;
      },
    },
  };
}

function earlyTags(bundle: Rolldown.OutputBundle): string {
  // It waits for nothing: neither for the styles nor for the console's own scripts.
  const script = `<script type="module" async crossorigin src="./${chunkOf(early, bundle).fileName}"></script>`;
  // Data, which the page's policy lets stand.
  const list = JSON.stringify(Object.fromEntries(screenFiles(bundle)));
  const data = `<script type="application/json" id="screen-files">${list}</script>`;
  return [script, data].join("\n");
}

/** The same elements and classes as the console draws: src/app/layout.tsx, bar.tsx and menu.tsx. */
function frame(): string {
  const { brand, menu } = texts.frame;
  return `<div class="shell">
<header class="bar">
<button class="button button-quiet bar-menu" aria-label="${text(menu)}" disabled>☰</button>
<a class="brand" href="./"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="${mark}" /></svg>${text(brand)}</a>
</header>
<div class="frame">
<nav class="sidebar shell-unknown" aria-label="${text(menu)}">${menuGroups()}</nav>
<main id="main"><div class="page"><header class="page-head"><h1 hidden></h1></header>${bones}</div></main>
</div>
</div>
<template id="shell-sign-in"><main class="sign-in" id="main">
<h1>${text(texts.signIn.title)}</h1><p class="lead">${text(texts.signIn.lead)}</p>${bones}
</main></template>`;
}

const bones = `<div class="loading" role="status"><span class="visually-hidden">${text(texts.parts.loading)}</span>
<span class="bone"></span><span class="bone"></span><span class="bone"></span></div>`;

function menuGroups(): string {
  return groups
    .map(({ label, screens }) => {
      const links = screens.map(
        ({ to, label: name, needs }) =>
          `<li><a href=".${to}" data-needs="${needs}">${text(name)}</a></li>`,
      );
      return `<div class="menu-group"><p class="menu-label">${text(label)}</p><ul>${links.join("")}</ul></div>`;
    })
    .join("\n");
}

function text(plain: string): string {
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
