// Remix's router itself, for what must be known before React renders: the state of its hooks lags behind.

export function getRouter(): typeof window.__remixRouter {
  return window.__remixRouter;
}

/** The version of the build that this page belongs to. */
export function getBuildVersion(): string {
  return window.__remixManifest.version;
}
