// The scroll position of a screen: restored by the router, and left alone while the screen loads again.
import { ScrollRestoration, useLocation, useMatches } from "@remix-run/react";
import { Component } from "react";

/** The scroll position before the router changes it. */
let y = 0;

/**
 * Remix's ScrollRestoration, except that a screen that loads again stays where it is: the router would return it to its
 * position when the load began, although the member has scrolled since.
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

// Classes, because `componentDidUpdate` runs neither on the server nor on the first render.
class ReadPosition extends Component {
  override componentDidUpdate() {
    y = window.scrollY;
  }

  override render() {
    return null;
  }
}

/** Returns to the position that was read once the screen has loaded again, when `matches` changes. */
class KeepPosition extends Component<{ matches: ReturnType<typeof useMatches> }> {
  override componentDidUpdate({ matches }: { matches: ReturnType<typeof useMatches> }) {
    // Scrolling, even to the same place, would interrupt a scroll in progress.
    if (matches !== this.props.matches && y !== window.scrollY) window.scrollTo(0, y);
  }

  override render() {
    return null;
  }
}
