import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { sayHowLong } from "./built-site.ts";

/** The name has the version and a fingerprint: no two archives share one. */
const archive = /^\/(portico-[a-z-]+-[\w.-]+\.[0-9a-f]{10}\.tgz)$/;

/**
 * The packages of the documentation. An archive that was handed out stays in `kept`: a lockfile names its address and its
 * hash, and the site of the next version no longer has it.
 */
export function handedOut(site: string, kept: string): RequestHandler {
  const router = Router();
  router.use(async ({ path }, _, next) => {
    const [, name] = archive.exec(path) ?? [];
    if (name === undefined) return next("router");
    // A full disk costs the copy, and not the reply.
    await keep(join(site, name), join(kept, name)).catch(() => {});
    next();
  });
  for (const folder of [kept, site]) router.use(express.static(folder, { setHeaders: sayHowLong }));
  return router;
}

async function keep(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  await mkdir(join(to, ".."), { recursive: true });
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL);
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}
