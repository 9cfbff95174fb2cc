/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
// What the compiler and the frameworks are told about this app's types.
import "@remix-run/node";
import type { Interaction } from "~/http/provider.server";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }

  /** What the server process hands to every route beside the request. */
  interface AppLoadContext {
    /** Allows this response's own scripts and styles. */
    nonce: string;
    /** The address limits are counted by. */
    clientAddress: string;
    /** The embedded provider's sign-in that this browser is in the middle of. */
    findInteraction: () => Promise<Interaction | undefined>;
  }
}
