import { commonParameters, samplers, type VendorFacts } from "../vendor-facts.ts";

export const cohereFacts = {
  baseUrl: "https://api.cohere.com",
  isKeyed: true,
  lists: true,
  serves: ["text", "embedding", "rerank"],
  embedsImages: true,
  cutsDocuments: true,
  textParameters: [...commonParameters, ...samplers, "top_k", "text"],
} satisfies VendorFacts;
