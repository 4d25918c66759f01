import "./workspaces.slow.test.ts";
