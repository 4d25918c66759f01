export { type Serving, type StartParts, startGateway } from "./assembly/start-gateway.ts";
export { type Config, readConfig } from "./config.ts";
export { parseConfiguration } from "./configuration/load-configuration.ts";
export { type Served, serve } from "./process/serve.ts";
export { openStore } from "./store/open-store.ts";
