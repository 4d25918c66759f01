// It must run on any Node that a reader has, so that `npm pack` says what to do.
const packer = process.env["npm_config_user_agent"] ?? "";

if (packer.startsWith("npm/")) {
  // npm, unlike pnpm, leaves publishConfig.exports out: its package would point at files that it does not hold.
  process.stderr.write(
    "This package is packed by the project: run `npm run pack` in the project's folder, on any Node from 20 on.\n",
  );
  process.exitCode = 1;
} else {
  const { packDist } = await import("./build.ts");
  packDist(process.cwd());
}
