// A text with elements in it.
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { translate } from "./current";
import { fillParts, type Message, partsOf } from "./text";

/**
 * A text whose tags are elements: `<Trans text="See <rules>the rules</rules>, {name}." tags={{ rules: <Link to="/rules" /> }}
 * values={{ name: <bdi>{name}</bdi> }} />`. The translation's text inside a tag becomes the element's content.
 */
export function Trans({
  text,
  as,
  values = {},
  tags = {},
}: {
  text: string;
  /** The context of a text that is ambiguous only in English. */
  as?: string;
  values?: Record<string, ReactNode | Message>;
  tags?: Record<string, ReactElement>;
}) {
  const wrap = (tag: string, inside: ReactNode[]): ReactNode => {
    const element = tags[tag];
    return element ? cloneElement(element, undefined, ...inside) : inside;
  };
  return createElement(
    Fragment,
    undefined,
    ...fillParts<ReactNode>(partsOf(translate(text, as)), values, wrap),
  );
}
