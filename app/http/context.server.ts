// What the server process hands to every route beside the request.
import type { AppLoadContext } from "@remix-run/node";
import type { Interaction } from "./provider.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Allows this response's own scripts and styles. */
    nonce: string;
    /** The address limits are counted by. */
    clientAddress: string;
    /** The embedded provider's sign-in that this browser is in the middle of. */
    findInteraction: () => Promise<Interaction | undefined>;
  }
}

export type { AppLoadContext };
