/** @type {import('@remix-run/dev').AppConfig} */
export default {
  server: "./server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  serverMinify: false,
  tailwind: true,
  postcss: true,
  ignoredRouteFiles: ["**/.*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Its address matches hundreds of paths in one request, and every page every beginning of its own: too dear.
    v3_lazyRouteDiscovery: false,
  },
};
