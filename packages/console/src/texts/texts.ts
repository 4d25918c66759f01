import english from "./en.json" with { type: "json" };

/** All words that the console shows. Another language is another file of the same form. */
export const texts = english;
