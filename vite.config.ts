// The browser's build, the server's, and the development server.
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "tailwindcss";
import { defineConfig } from "vite";
import { markTexts, serveCatalogs } from "./bin/mark-texts";
// @ts-expect-error: plain JavaScript, without types
import remixConfig from "./remix.config.js";

/** What all or most pages load, and what helps to name a release: in files of their own, a screen would load seventy. */
const chunks = {
  shell:
    /\/node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom)\/|\/app\/(language\/|browser\/(?!joint-player|passkey|preview-player|use-drag-order|use-query-form)|ui\/(?!(dialog|slider)\/|file-letters)|components\/layout\/(?!later|screen-placeholders))|\/app\/[\w-]+\.ts$|\/models\/member\/welcome\.ts$|\/(enter-button|format-names|client-action)\.tsx?$|preload-helper/,
  gestures: /\/app\/ui\/slider\/|\/(use-drag-order|focus-field)\.tsx?$/,
  dialog: /\/app\/ui\/dialog\/dialog\.tsx$/,
  shared:
    /\/column-types\.ts$|\/load-dialog\.ts$|\/(artist-link|listen-button|photo|plan-time|safety-menu)\.tsx$|\/app\/models\/.*\/(listen|plan-path|report|show-path)\.ts$|\/models\/song\.ts$/,
  words: /\/app\/models\/.*\/(profile-quote|prompt|question|quoted-question|reaction|wishes)\.ts$/,
  member:
    /\/(answer-text|cover-photo|like-this|photo-strip|profile-links|reasons-list|score|shared-artists|verified-listener|why-link)\.tsx?$/,
  release: /\/(release|share-types|use-sharer)\.tsx?$/,
};

function chunkOf(file: string): string | undefined {
  return Object.entries(chunks).find(([, pattern]) => pattern.test(file))?.[0];
}

function serverChunkOf(file: string): string {
  return /\/node_modules\/|^__vite|^\0(?!virtual:)/.test(file) ? "packages" : "index";
}

/**
 * Routes of the API have no script, and a package names its functions with `eval`. The server needs no file of its own for what
 * pages load later.
 */
function isExpected({ code = "", plugin }: { code?: string; plugin?: string }): boolean {
  return code === "EMPTY_BUNDLE" || code === "EVAL" || plugin === "vite:reporter";
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    markTexts(),
    serveCatalogs(),
    {
      name: "server-entry",
      // The server's build begins with the server, which imports Remix's, so that both share one database and its streams.
      // Packages are a file of their own, which tests that start the server again in one process load once.
      config: () =>
        isSsrBuild
          ? {
              build: {
                rollupOptions: {
                  input: "server.ts",
                  output: { manualChunks: serverChunkOf, sourcemapExcludeSources: true },
                },
              },
            }
          : undefined,
    },
  ],
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, db: new URL("./db", import.meta.url).pathname },
  },
  // Node.js would look for two thousand files of packages at each start. Native code can't be bundled.
  ssr: isSsrBuild
    ? { noExternal: true, external: ["@node-rs/argon2", "libsql", "sharp", "react", "react-dom"] }
    : {},
  // Found one by one they would load React twice, and the server's packages would be among them.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      "@conform-to/react",
      "@conform-to/zod/v3",
      "@remix-validated-form/with-zod",
      "@simplewebauthn/browser",
      "react-dom",
      "remix-utils/use-hydrated",
      "remix-validated-form",
      "zod",
    ],
  },
  css: { postcss: { plugins: [tailwindcss()] } },
  build: {
    target: "es2022",
    // A screen's scripts are some four kilobytes less than with esbuild's.
    minify: isSsrBuild ? false : "terser",
    // What the pages without scripts promise (tests/styles.test.ts).
    cssTarget: ["chrome64", "firefox60", "safari12"],
    // The content security policy allows no fonts or scripts in a page.
    assetsInlineLimit: 0,
    // Browsers that get the scripts know `modulepreload`.
    modulePreload: { polyfill: false },
    sourcemap: isSsrBuild,
    reportCompressedSize: false,
    // Small files are joined, since each is a request.
    rollupOptions: {
      ...(isSsrBuild ? {} : { output: { manualChunks: chunkOf, experimentalMinChunkSize: 700 } }),
      onwarn: (warning, warn) => isExpected(warning) || warn(warning),
    },
  },
}));
