import { expect, it } from "vitest";
import { errorPageOf } from "./meaning.tsx";

it("leads from a kind of failure to its page", () => {
  expect(errorPageOf("rate_limited")).toMatchObject({ path: "errors/rate_limited.html" });
});

it("leads from another word to the page of all failures", () => {
  for (const code of ["cut", "constructor", "__proto__", "../../evil"])
    expect(errorPageOf(code)).toEqual({ path: "errors.html", meaning: "" });
});
