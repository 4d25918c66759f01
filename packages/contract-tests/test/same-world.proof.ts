import "./same-world.test.ts";
