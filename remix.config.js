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
    v3_lazyRouteDiscovery: true,
  },
};
