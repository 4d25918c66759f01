// The first file that runs on a bare machine. It must parse on any Node that has modules at all,
// so that an old one is told what is missing instead of failing on syntax.
const oldest = 20;
const major = Number(process.versions.node.split(".")[0]);

if (major < oldest) {
  console.error(
    "portico: this is Node " +
      process.versions.node +
      ", but Node " +
      oldest +
      " or newer is needed to set things up.\n" +
      "  Install a newer one (any version manager will do) and run the same command again.\n" +
      "  The version that the project itself runs on is fetched for you.",
  );
  process.exitCode = 1;
} else
  void import("./bootstrap/main.mjs").then((bootstrap) => bootstrap.main(process.argv.slice(2)));
