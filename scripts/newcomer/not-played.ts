/** Commands that this test leaves out, word for word, each with the reason. One that no text has any more fails its test. */
export const notPlayed: Readonly<Record<string, string>> = {
  "npm run check": "a minute of gates over the sources; CI has a job of its own for it",
  "npm test": "the quick tests, which .ci/run runs too",
  "npm run test:slow": "the slow tests, which .ci/run runs too",
  "npm run newcomer": "is this test",
  "npm run bench": "measures for minutes, on a machine that does nothing else",
  "npm run survival": "kills gateways for minutes; packages/proof has tests of its own",
  "npm run works-with": "installs large programs for minutes; a nightly workflow runs it",
  "DATABASE_URL=postgres://… PORTICO_SECRET=… npm start":
    "needs a PostgreSQL server; packages/server/test starts gateways on one",
};
