/** One URL with the hosts of both, for which the rest is the same. */
export function hostsBefore(first: string, second: string): string {
  const { host } = new URL(first);
  return second.replace(/@/, `@${host},`);
}
