import { expect, it } from "vitest";
import { slugOf } from "./workspaces.ts";

it.each([
  ["Zürich", "zurich"],
  ["Ångström Lab", "angstrom-lab"],
  ["Straße 7", "strasse-7"],
  ["Smørrebrød & Æbler", "smorrebrod-aebler"],
  ["Łódź", "lodz"],
  ["Đà Nẵng", "da-nang"],
  ["İstanbul", "istanbul"],
  ["Œuvre", "oeuvre"],
  ["ﬁne ①", "fine-1"],
  ["  Team -- A!  ", "team-a"],
  ["日本 office", "office"],
])("derives from the name %s the slug %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it("makes a random slug where no letter of the name is left", () => {
  expect(slugOf("日本")).toMatch(/^workspace-[0-9a-z]+$/);
});
