// Makes public/check.html, the page that computes scores again with the server's code: one file, whose policy allows its script
// and its style and nothing to be sent. The build copies it with the other files in public/.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const CHECK_PAGE = "public/check.html";

const { outputFiles } = await build({
  entryPoints: ["app/browser/check/check-page.ts"],
  ...{ bundle: true, minify: true, write: false, format: "iife", target: "es2022", charset: "utf8" },
});
const script = outputFiles[0].text.trim();
const template = readFileSync("app/browser/check/check-page.html", "utf8");
const style = /<style>(.*)<\/style>/s.exec(template)[1];
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
const page = template.replace("POLICY", () => policy).replace("SCRIPT", () => script);
writeFileSync(CHECK_PAGE, page);
