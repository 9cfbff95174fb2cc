/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
// What the compiler and the frameworks are told about this app's types.
import "@remix-run/node";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}
