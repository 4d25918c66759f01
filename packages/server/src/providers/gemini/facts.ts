import { commonParameters, samplers, type VendorFacts } from "../vendor-facts.ts";

export const geminiFacts = {
  baseUrl: "https://generativelanguage.googleapis.com",
  isKeyed: true,
  lists: true,
  embedsImages: true,
  isCloud: true,
  textParameters: [...commonParameters, ...samplers, "top_k", "text", "reasoning"],
} satisfies VendorFacts;
