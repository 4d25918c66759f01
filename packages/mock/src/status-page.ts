import type { IncomingMessage } from "node:http";

/** Other callers of `/` are programs, which get what the gateway says. */
export function isForStatusPage({ method, url, headers }: IncomingMessage): boolean {
  return method === "GET" && url === "/" && (headers.accept ?? "").includes("text/html");
}

export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'self' 'unsafe-inline'",
};

/** What the mock is in, and what came in: it asks the mock's own addresses, once a second. */
export const statusPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Portico mock</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { border-bottom: 1px solid; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button, select { font: inherit; padding: 0.25rem 0.75rem; }
</style>
<main>
<h1>Portico mock</h1>
<p>Set your program's base URL to <code id="address"></code>; any key will do.</p>
<p class="actions">
  <button id="again">Begin again</button>
  <button id="month">Go to the next month</button>
  <label>Scenario <select id="scenario"><option value="">none</option></select></label>
  <span role="status" id="time"></span>
</p>
<h2>Script</h2>
<table><thead><tr><th>Rule<th>When<th>Answered</thead><tbody id="rules"></tbody></table>
<h2>Requests</h2>
<table><thead><tr><th>At<th>Request<th>Status<th>Model<th>Turn<th>Prompt<th>Rule</thead><tbody id="requests"></tbody></table>
</main>
<script type="module">
const find = (id) => document.getElementById(id);
const ask = async (path, method, body) =>
  (await fetch("/_mock/" + path, { method, body: body && JSON.stringify(body) })).json();
const fill = (id, rows, none) => {
  const cells = rows.length > 0 ? rows : [[none]];
  find(id).replaceChildren(...cells.map((row) => {
    const line = document.createElement("tr");
    line.append(...row.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
    return line;
  }));
};
const show = async () => {
  const [{ now }, { script }, { requests }] =
    await Promise.all([ask("clock"), ask("script"), ask("journal")]);
  find("time").textContent = "It is " + now.slice(0, 19).replace("T", " ") + " UTC here.";
  fill("rules", (script?.rules ?? []).map((rule, index) =>
    [rule.name ?? "rules[" + index + "]", JSON.stringify(rule.when ?? {}), script.used[index]]),
    "No script is played. Start with --script, or PUT one to /_mock/script.");
  fill("requests", requests.toReversed().slice(0, 100).map((one) =>
    [one.at.slice(11, 19), one.method + " " + one.path, one.status + (one.fault ? " " + one.fault : ""),
      one.model ?? "", one.wire ? one.turn : "", one.prompt.slice(0, 200), one.rule ?? ""]),
    "Nothing has come in.");
};
find("address").textContent = location.origin + "/api/v1";
find("again").onclick = () => ask("state", "DELETE").then(show);
find("month").onclick = () => ask("clock", "PUT", { to: "next month" }).then(show);
find("scenario").onchange = ({ target }) => ask("scenario", "PUT", { scenario: target.value || null }).then(show);
const { scenarios } = await ask("scenario");
find("scenario").append(...scenarios.map((name) => new Option(name, name)));
await show();
setInterval(show, 1000);
</script>
</html>
`;
