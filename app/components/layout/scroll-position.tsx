// The scroll position of a screen: restored by the router, and left alone while the screen loads again.
import { ScrollRestoration, useLocation, useMatches } from "@remix-run/react";
import { Component } from "react";

/** The scroll position before the router changes it. */
let y = 0;

/**
 * Remix's ScrollRestoration, except that a screen that loads again stays where it is: the router would put it back where it was
 * when that began, although its member has scrolled since.
 */
export function ScrollPosition({ nonce }: { nonce?: string }) {
  return (
    <>
      <ReadPosition />
      <ScrollRestoration nonce={nonce} />
      <KeepPosition key={useLocation().key} matches={useMatches()} />
    </>
  );
}

// These are classes because `componentDidUpdate` runs neither on the server nor on the first render.
class ReadPosition extends Component {
  override componentDidUpdate() {
    y = window.scrollY;
  }

  override render() {
    return null;
  }
}

/** Goes back to the position that was read, once the screen has loaded again: `matches` are others then. */
class KeepPosition extends Component<{ matches: ReturnType<typeof useMatches> }> {
  override componentDidUpdate({ matches }: { matches: ReturnType<typeof useMatches> }) {
    // Scrolling, even to the same place, would interrupt a scroll in progress.
    if (matches !== this.props.matches && y !== window.scrollY) window.scrollTo(0, y);
  }

  override render() {
    return null;
  }
}
