/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
/// <reference types="vite/client" />
// Type declarations for the compiler and the frameworks.
import "@remix-run/node";
import type { ServerResponse } from "node:http";
import type { Interaction } from "~/auth/provider.server";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }

  /** The load context that the server process passes to every route. */
  interface AppLoadContext {
    /** Allows this response's own scripts and styles. */
    nonce: string;
    /** The address that rate limits are counted by. */
    clientAddress: string;
    /** The method of the request; loaders see GET even after an action. */
    method: string;
    /** The response that the browser reads, for what is sent no faster. */
    response: ServerResponse;
    /** The sign-in at the embedded provider that is in progress in this browser. */
    findInteraction: () => Promise<Interaction | undefined>;
  }
}

declare global {
  interface Window {
    /** Shows what a page has for browsers without scripts (app/components/layout/script-gate.tsx). */
    showServed: () => void;
  }
}
