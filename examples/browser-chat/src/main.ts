import { servePage } from "./serve-page.ts";

const page = await servePage(Number(process.env["PORT"] ?? 5173));
console.log(`The page is at ${page.url}
It talks to the mock (npm run mock). For a gateway, add its address: ${page.url}?gateway=http://127.0.0.1:8787`);
