/** What the drivers ask in common. */
export const weatherTool = {
  name: "get_weather",
  description: "The weather in a city.",
  parameters: {
    type: "object" as const,
    properties: { city: { type: "string" as const } },
    required: ["city"],
    additionalProperties: false as const,
  },
};

export const reportSchema = {
  name: "report",
  schema: {
    type: "object" as const,
    properties: { city: { type: "string" as const }, degrees: { type: "number" as const } },
    required: ["city", "degrees"],
    additionalProperties: false as const,
  },
};

/** `city` of the arguments of a call, as they were sent or as a library has read them. */
export function cityIn(given: unknown): string {
  const read: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const { city }: { city?: unknown } = Object(read);
  return String(city);
}

/** The class of an error, as a program would test for it, and its status. */
export function classOf(error: unknown): { kind: string; status: number | undefined } {
  const { status, statusCode }: { status?: unknown; statusCode?: unknown } = Object(error);
  const found = status ?? statusCode;
  return {
    kind: error instanceof Error ? error.constructor.name : typeof error,
    status: typeof found === "number" ? found : undefined,
  };
}
