const programs = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

const lengthAtMost = 40;

/** A browser's own words, as people call it: "Firefox, Linux". Of other programs, the beginning of their words. */
export function programOf(agent: string): string {
  const program = programs.find(([mark]) => agent.includes(mark))?.[1];
  const system = systems.find(([mark]) => agent.includes(mark))?.[1];
  if (program === undefined) return agent.slice(0, lengthAtMost);
  return system === undefined ? program : `${program}, ${system}`;
}
