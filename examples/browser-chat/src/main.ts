import { parseArgs } from "node:util";
import { servePage } from "./serve-page.ts";

const usage = `Usage: npm run chat -- [--gateway <address>] [--help]

Serves the page of the browser chat. Without a gateway, @portico/msw answers in the page itself; with --gateway, the page asks
that gateway or mock. PORT is the page's port, 5173 unless set.`;

const { values } = parseArgs({
  options: { gateway: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
});

if (values.help) console.log(usage);
else await serve(Number(process.env["PORT"] ?? 5173), values.gateway);

async function serve(port: number, gateway: string | undefined): Promise<void> {
  const { url } = await servePage(port, gateway === undefined ? "without-gateway" : "with-gateway");
  console.log(
    gateway === undefined
      ? `The page is at ${url}
It needs no gateway: @portico/msw answers in the page. To use one: npm run chat -- --gateway http://127.0.0.1:8787`
      : `The page is at ${url}?gateway=${encodeURIComponent(gateway)}
Give it one of the gateway's keys in its settings.`,
  );
}
