// The part of jsdom that tests/visitor uses; the package brings no types.
declare module "jsdom" {
  export class JSDOM {
    reconfigure(settings: { url: string }): void;
    readonly window: Window & typeof globalThis;
  }
}
