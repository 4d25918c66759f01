import { keepPreviousData } from "@tanstack/react-query";

/** The screen asks again by itself while its window is visible. */
export const refreshMs = 30_000;

export const refreshing = {
  refetchInterval: refreshMs,
  placeholderData: keepPreviousData,
} as const;
