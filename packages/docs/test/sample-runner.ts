/**
 * Runs samples one after the other in one process, which saves a start for each: reads a list of
 * `{ file, environment }` from its first argument, prints one line of JSON for each.
 */
import { formatWithOptions } from "node:util";

interface Order {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
}

const orders = JSON.parse(process.argv[2] ?? "[]") as Order[];
let printed: string[] = [];
const write = process.stdout.write.bind(process.stdout);
console.log = (...values: unknown[]) => {
  printed.push(formatWithOptions({ colors: false }, ...values));
};

for (const { file, environment } of orders) {
  printed = [];
  Object.assign(process.env, environment);
  const error = await import(file).then(
    () => null,
    (reason: unknown) =>
      reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
  );
  write(`${JSON.stringify({ file, output: printed.join("\n"), error })}\n`);
}
