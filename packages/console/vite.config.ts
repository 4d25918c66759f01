import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";
import { shell } from "./serve/shell.ts";

/**
 * `vite build` makes what the gateway serves under /console; with `--mode handlers` the page answers itself: its request
 * handlers and the seeded world are in it. The two differ by the script that starts the page.
 */
export default defineConfig(({ mode, command }) => ({
  // The page's own `base` element says where it lies, so that a proxy may put any path in front.
  base: "./",
  // In production the hooks' own development copies of these are not installed: the page has one of each in any case.
  resolve: { dedupe: ["@portico/client", "@tanstack/react-query", "react", "react-dom", "zod"] },
  // A test that builds it gets what users get: with its help for developers, React is three times as large.
  ...(command === "build" ? { oxc: { jsx: { development: false } } } : {}),
  define: command === "build" ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  build: {
    emptyOutDir: true,
    target: "es2024",
    // A preload would be an inline script, which the page's policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // A seventh of it would do for the first screen: too little for a file of its own.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // The first screen's budget counts what is sent, compressed: test/size.test.ts.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Base UI marks its modules for servers that render; the marks mean nothing in a page.
      onLog: (level, log, handle) =>
        log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log),
      output: {
        // The gateway serves names with ten digits of their content for ever.
        entryFileNames: "assets/[name].[hash:10].js",
        chunkFileNames: "assets/[name].[hash:10].js",
        assetFileNames: "assets/[name].[hash:10][extname]",
        hashCharacters: "hex",
        // A page that answers itself starts its handlers first: a file of both would start the page with them.
        codeSplitting: mode === "handlers" || { groups },
      },
    },
  },
  plugins: [
    shell(command === "build" && mode !== "handlers"),
    ...(mode === "handlers" ? [onHandlers()] : []),
  ],
}));

/** Those that the frame needs; what else a screen uses of other packages goes with the screen. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;

/** With what the first screen shares with others. */
const frame =
  /console\/src\/(main|parts\/(badge|change-place|code-block|links|ring|chart|small-table|use-stack|tile))\.tsx?/;

/** What opens over the screens, and what almost every screen has of the library for it. */
const dialogs =
  /console\/src\/(app\/menu-drawer|parts\/(dialog|confirm|tabs)|screens\/sign-in\/sign-in-again)\.tsx/;

/** Lists to choose from. */
const lists = /console\/src\/(app\/(palette|account-menu-open)|parts\/choice-filter)\.tsx/;

const forms = /console\/src\/parts\/(draft-form|typed|inputs)\.tsx?/;

/** Few files: each is a request, and a browser has six connections to a gateway without HTTP/2. Two are left for figures. */
const groups = [
  { name: "early", test: /console\/src\/early\/main\.ts/ },
  { name: "libraries", test: libraries },
  { name: "frame", test: frame },
  { name: "dialogs", test: dialogs },
  { name: "lists", test: lists },
  { name: "forms", test: forms },
  { name: "parts", test: /console\/src\/parts\//, minShareCount: 2 },
];

const workerScript = "mockServiceWorker.js";

function onHandlers(): Plugin {
  const script = createRequire(import.meta.url).resolve(`msw/${workerScript}`);
  return {
    name: "portico-console-on-handlers",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/src/main.tsx", "/src/main-on-handlers.ts"),
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.endsWith(`/${workerScript}`)) return next();
        response.setHeader("content-type", "text/javascript");
        createReadStream(script).pipe(response);
      });
    },
    async generateBundle() {
      const { readFile } = await import("node:fs/promises");
      this.emitFile({ type: "asset", fileName: workerScript, source: await readFile(script) });
    },
  };
}
