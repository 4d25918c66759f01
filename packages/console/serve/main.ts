import { join } from "node:path";
import { parseArgs } from "node:util";
import { createServer } from "vite";

const usage = `Usage: npm run console -- [--gateway <address>] [--help]

Runs the console for its developers, at http://127.0.0.1:5174/ (PORT is another port). Without a gateway it answers itself: the
request handlers of @portico/msw and a seeded world are in the page, and any key signs in. With --gateway, it asks that gateway,
for example http://127.0.0.1:8787. A change of its source appears in the page at once.

A gateway serves its own console at /console; this command is not needed for it.`;

const { values } = parseArgs({
  options: { gateway: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
});

if (values.help) console.log(usage);
else await serve(Number(process.env["PORT"] ?? 5174), values.gateway);

async function serve(port: number, gateway: string | undefined): Promise<void> {
  const server = await createServer({
    root: join(import.meta.dirname, ".."),
    mode: gateway === undefined ? "handlers" : "development",
    logLevel: "warn",
    server: {
      host: "127.0.0.1",
      port,
      strictPort: true,
      ...(gateway === undefined ? {} : { proxy: { "/api": gateway } }),
    },
  });
  await server.listen();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  console.log(
    gateway === undefined
      ? `The console is at http://127.0.0.1:${port}/ and needs no gateway: any key signs in.`
      : `The console is at http://127.0.0.1:${port}/ and asks ${gateway}: sign in with one of its keys.`,
  );
}
