/** Paths inside a package that its own documentation tells users to import. */
const documentedDoors: Readonly<Record<string, string>> = {
  "ajv/dist/2020.js": "https://ajv.js.org/json-schema.html#draft-2020-12",
  "nodemailer/lib/mail-composer": "https://nodemailer.com/extras/mailcomposer",
  "uplot/dist/uPlot.min.css": "https://github.com/leeoniya/uPlot#readme",
  "nodemailer/lib/smtp-connection": "https://nodemailer.com/extras/smtp-connection",
};

const insideOfPackage = /^(?:@[^/]+\/)?[^./@][^/]*\/(?:.*\/)?(?:dist|lib)(?:\/|$)/;

/**
 * What a package keeps in `dist/` or `lib/` may change with every version, without a word in its notes. Paths of our
 * own files begin with `packages/` or `scripts/`.
 */
export function undocumentedDoor(target: string): string | undefined {
  if (/^(?:packages|scripts)\//.test(target) || !insideOfPackage.test(target)) return undefined;
  if (Object.hasOwn(documentedDoors, target)) return undefined;
  return `${target} is inside another package: import what the package exports. A path that its documentation names may be added to scripts/borders/foreign-doors.ts, with the link.`;
}
