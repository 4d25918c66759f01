import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { jsonOf } from "./command.ts";
import { createTerminal } from "./terminal.ts";

/** Clears the screen, names the window, and begins a line again. */
const steering = "\u001b[2J \u001b]0;mine\u0007 \u009b2J \rportico: done\u007f";

it("a name or a message with control characters cannot steer the terminal", () => {
  const shown: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      shown.push(String(chunk));
      done();
    },
  });
  const terminal = createTerminal({ input: process.stdin, output: stream, errors: stream });
  terminal.write(`NAME\tKEY\n${steering}`);
  terminal.tell(`portico: ${steering}`);
  const plain = "·[2J ·]0;mine· ·2J ·portico: done·";
  expect(shown).toEqual([`NAME\tKEY\n${plain}\n`, `portico: ${plain}\n`]);
});

it("JSON for programs is plain text, and has the same characters when it is read", () => {
  const text = jsonOf({ name: steering });
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(text)).toEqual({ name: steering });
});
