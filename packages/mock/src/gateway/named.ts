/** Whether a name is the wanted one, in which `*` stands for any letters. */
export function isNamed(wanted: string, name: string): boolean {
  if (!wanted.includes("*")) return wanted === name;
  const parts = wanted.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}
