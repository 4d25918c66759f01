export interface Measured {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export function print(measured: readonly Measured[]): void {
  for (const { what, figures } of measured) {
    const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
    process.stdout.write(`${what}: ${shown.join(", ")}\n`);
  }
}
