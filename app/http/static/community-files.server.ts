// The community's own files in place of those of public/: its logo, icons, manifest, and the stylesheet of its color.
import { readFile } from "node:fs/promises";
import { Router } from "express";
import sharp from "sharp";
import { COMMUNITY_COLOR, COMMUNITY_NAME, communityFile, HAS_OWN_NAME } from "~/community";
import { env } from "~/env.server";
import { allowReadsOnly } from "~/http/request-guard.server";
import { drawIcon, drawShareCard } from "~/models/community/icon";
import { readLogo } from "~/models/community/logo.server";
import { accentStyles } from "~/models/community/palette";

/** The icons' paths, and the length of their sides in pixels. */
const ICONS: Record<string, number> = {
  "/favicon.ico": 32,
  "/apple-touch-icon.png": 180,
  "/icons/icon-192.png": 192,
  "/icons/icon-512.png": 512,
  "/icons/maskable-192.png": 192,
  "/icons/maskable-512.png": 512,
};
/** Icons that iOS and launchers crop, so that they need a background. */
const FILLED = /maskable|apple-touch/;
const MANIFEST = "/manifest.webmanifest";

type File = { type: string; bytes: Buffer };

/** The path of the operator's logo; undefined without one. */
export function findLogo(): string | undefined {
  return env.community.logo && communityFile(env.community.logo.version, "png");
}

/** Serves them, if there are any. Refuses a logo that can't be drawn (invalid). */
export async function communityFiles(): Promise<Router> {
  const files = await makeFiles();
  const router = Router();
  for (const [path, { type, bytes }] of files)
    router.use(path, allowReadsOnly, (_, res) => {
      res.set(
        "Cache-Control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      res.type(type).send(bytes);
    });
  return router;
}

async function makeFiles(): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const add = (path: string, type: string, bytes: Buffer | string) =>
    files.set(path, { type, bytes: Buffer.from(bytes) });
  const png = await readLogo();
  if (COMMUNITY_COLOR)
    add(communityFile(COMMUNITY_COLOR.slice(1), "css"), "text/css", accentStyles(COMMUNITY_COLOR));
  if (!HAS_OWN_NAME && !COMMUNITY_COLOR && !png) return files;
  const path = findLogo();
  if (png && path) add(path, "image/png", png);
  const look = { name: COMMUNITY_NAME, color: COMMUNITY_COLOR };
  const logo = png && `data:image/png;base64,${png.toString("base64")}`;
  for (const [path, side] of Object.entries(ICONS))
    add(path, "image/png", await paint(drawIcon(look, logo, FILLED.test(path)), side, side));
  add("/favicon.svg", "image/svg+xml", drawIcon(look, logo));
  add("/share.png", "image/png", await paint(drawShareCard(look, logo), 1200, 630));
  add(MANIFEST, "application/manifest+json", await writeManifest());
  return files;
}

function paint(drawing: string, width: number, height: number): Promise<Buffer> {
  return sharp(Buffer.from(drawing), { density: 300 }).resize(width, height).png().toBuffer();
}

/** The manifest with the community's words, without the screenshots, which show another community. */
async function writeManifest(): Promise<string> {
  const { screenshots, ...manifest } = JSON.parse(await readFile(`build/client${MANIFEST}`, "utf8"));
  const description = env.community.line ?? manifest.description;
  return JSON.stringify({ ...manifest, name: COMMUNITY_NAME, short_name: COMMUNITY_NAME, description });
}
