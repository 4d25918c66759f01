interface Model {
  readonly id: string;
  readonly architecture: { readonly output_modalities: readonly string[] };
}

const simulated = "sandbox/text";

/** A call that works as it stands, once a key is in it: of the simulated model where there is one, since it costs nothing. */
export function firstCall(api: string, models: readonly Model[]): string {
  const texts = models.filter(({ architecture }) =>
    architecture.output_modalities.includes("text"),
  );
  const model = texts.find(({ id }) => id === simulated) ?? texts[0] ?? models[0];
  const isText = model === undefined || texts.includes(model);
  const path = isText ? "responses" : "embeddings";
  const body = JSON.stringify({ model: model?.id ?? simulated, input: "Good morning" });
  return [
    "PORTICO_API_KEY=ptc_…",
    `curl ${quoted(`${api}/${path}`)} \\`,
    '  -H "Authorization: Bearer $PORTICO_API_KEY" -H "Content-Type: application/json" \\',
    `  -d ${quoted(body)}`,
  ].join("\n");
}

/** For a shell: what stands in it is taken literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
