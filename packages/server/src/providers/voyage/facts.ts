import type { VendorFacts } from "../vendor-facts.ts";

export const voyageFacts = {
  baseUrl: "https://api.voyageai.com",
  isKeyed: true,
  serves: ["embedding", "rerank"],
  embedsImages: true,
  textParameters: [],
} satisfies VendorFacts;
