import { command, noun } from "../shell/command.ts";
import { argument } from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

const list = command("list", "list who is signed in to the console", {
  remote: ({ sessions }) => sessions.list({ limit: largestPage }).toArray(),
  text: (sessions) =>
    tableOf(sessions, {
      name: "name",
      way: "way",
      role: "role",
      subject: "subject",
      address: "address",
      "last seen": "last_seen_at",
      ends: "idle_expires_at",
      id: "id",
    }),
  examples: ["sign-ins list", "sign-ins list --json"],
});

const revoke = command("revoke", "end a session of the console at once", {
  takes: { id: argument("<id>", "its id, a UUID") },
  remote: async ({ sessions }, { id }) => ({ id, deleted: (await sessions.revoke(id)).deleted }),
  text: ({ id }) => `The session ${id} has ended.`,
  examples: ["sign-ins revoke 8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b"],
});

const revokeAll = command(
  "revoke-all",
  "end all sessions of the console: everyone has to sign in again",
  {
    asks: () => "End all sessions of the console?",
    remote: async ({ sessions }) => ({ count: (await sessions.revokeAll({ all: true })).count }),
    text: ({ count }) => `${count} sessions have ended.`,
    examples: ["sign-ins revoke-all --yes"],
  },
);

export const signIns = noun("sign-ins", "who is signed in to the console", [
  list,
  revoke,
  revokeAll,
]);
