import "./workspaces.test.ts";
