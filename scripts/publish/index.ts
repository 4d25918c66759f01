export { packedPackage } from "./packed-package.ts";
export { tarball } from "./tarball.ts";
export { readPackage } from "./workspace.ts";
