import { parseArgs } from "node:util";
import { servePage } from "./serve-page.ts";

const { values } = parseArgs({ options: { gateway: { type: "string" } } });
const port = Number(process.env["PORT"] ?? 5173);

if (values.gateway === undefined) {
  const { url } = await servePage(port, "without-gateway");
  console.log(`The page is at ${url}
It needs no gateway: @portico/msw answers in the page. To use one: npm run chat -- --gateway http://127.0.0.1:8787`);
} else {
  const { url } = await servePage(port, "with-gateway");
  console.log(`The page is at ${url}?gateway=${encodeURIComponent(values.gateway)}
Give it one of the gateway's keys in its settings.`);
}
