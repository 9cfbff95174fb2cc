// The scroll position of a screen: restored by the router, and left alone while the screen loads again.
import { ScrollRestoration, useLocation } from "@remix-run/react";
import { Component } from "react";

/** Where the screen is once it has loaded, before the router moves it. */
let y = 0;

/**
 * Remix's ScrollRestoration, but for a screen that a live event has loaded again: that one would be put back where it was when
 * it began to load, although its member has scrolled since.
 */
export function ScrollPosition({ nonce }: { nonce?: string }) {
  return (
    <>
      <Before />
      <ScrollRestoration nonce={nonce} />
      <After key={useLocation().key} />
    </>
  );
}

/** These two are classes because `componentDidUpdate` runs neither on the server nor on the first render. */
class Before extends Component {
  override componentDidUpdate() {
    y = window.scrollY;
  }

  override render() {
    return null;
  }
}

class After extends Before {
  override componentDidUpdate() {
    // Scrolling, even to the same place, would end what a finger or a key has begun.
    if (y !== window.scrollY) window.scrollTo(0, y);
  }
}
