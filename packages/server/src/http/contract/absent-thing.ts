import { absent, GatewayError, type Noun } from "../../errors.ts";

/** The thing that a path of the contract names, by how the path begins. */
const nouns: Readonly<Record<string, Noun>> = {
  workspaces: "workspace",
  byok: "credential",
  keys: "API key",
};

/** A path parameter of an impossible form gets 404, exactly as one that names a missing thing. */
export function absentThing(path: string, params: unknown): GatewayError {
  const noun = nouns[path.split("/")[1] ?? ""];
  const [id] = typeof params === "object" && params !== null ? Object.values(params) : [];
  return noun === undefined || typeof id !== "string"
    ? new GatewayError("notFound")
    : absent(noun, id);
}
