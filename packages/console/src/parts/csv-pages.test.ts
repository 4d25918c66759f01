import { expect, it } from "vitest";
import { readPages } from "./csv-pages.ts";

const first = new URL("https://gateway.example/prefix/api/v1/audit?limit=2");

function answering(pages: Readonly<Record<string, Response>>, asked: string[] = []): typeof fetch {
  return async (address) => {
    asked.push(String(address));
    return pages[String(address)] ?? new Response("", { status: 404 });
  };
}

it("puts all pages of a list in one table, with the names of its columns once", async () => {
  const asked: string[] = [];
  const text = await readPages(
    first,
    answering(
      {
        "https://gateway.example/prefix/api/v1/audit?limit=2": new Response("id,name\r\n1,a\r\n", {
          headers: { link: '</api/v1/audit?limit=2&offset=2>; rel="next"' },
        }),
        "https://gateway.example/prefix/api/v1/audit?limit=2&offset=2": new Response(
          "id,name\r\n2,b\r\n",
        ),
      },
      asked,
    ),
  );
  expect(text).toBe("id,name\r\n1,a\r\n2,b\r\n");
  expect(asked).toHaveLength(2);
});

it("saves nothing where a page is refused", async () => {
  const pages = {
    "https://gateway.example/prefix/api/v1/audit?limit=2": new Response("id\r\n1\r\n", {
      headers: { link: '</api/v1/audit?offset=9>; rel="next"' },
    }),
  };
  expect(await readPages(first, answering(pages))).toBeNull();
});
