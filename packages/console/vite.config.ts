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
        // A browser has six connections to a gateway without HTTP/2. Two of them are left for the first questions.
        codeSplitting: {
          groups: [
            { name: "early", test: earlyModules },
            { name: "libraries", test: libraries },
            { name: "common", test: common },
          ],
        },
      },
    },
  },
  plugins: [
    shell(command === "build" && mode !== "handlers"),
    ...(mode === "handlers" ? [onHandlers()] : []),
  ],
}));

const earlyModules =
  /src\/(early\/|app\/(address|search-text|theme)\.ts|parts\/(day|periods|search)\.ts|screens\/overview\/span\.ts)/;

/** Those that the frame needs; what else a screen uses of other packages goes with the screen. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;

/** What the frame shares with every screen. */
const common =
  /console\/src\/(texts\/|app\/(current-session|portico|settings)\.ts|parts\/states\.tsx)/;

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
