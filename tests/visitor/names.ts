// The names of a page's elements, and which text is shown: what a person reads or hears.

/** A whole name, or a pattern that it contains. */
export type Name = string | RegExp;

/** Elements that stand on lines of their own, so that their text does not touch what is beside them. */
const BLOCKS =
  /^(address|article|aside|blockquote|br|button|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)$/;
/** Stands between two elements with nothing in between: the stylesheet keeps them apart, unless the second is punctuation. */
const GAP = "\uE000";
const WITHOUT_TEXT =
  /^(audio|datalist|head|iframe|input|object|option|script|select|style|svg|template|textarea|video)$/;

/** Narrows an element to one of its tag. */
export function isTag<Tag extends keyof HTMLElementTagNameMap>(
  element: Element | null | undefined,
  tag: Tag,
): element is HTMLElementTagNameMap[Tag] {
  return element?.localName === tag;
}

/** Collapses whitespace, as a page shows it. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text that an element shows, or what is read aloud for it with `isName`: images by their text, no decoration. */
export function textOf(element: Element, isName = false): string {
  const parts: string[] = [];
  collect(element, isName, parts);
  return collapse(
    parts
      .join("")
      .replace(/\uE000+(?=[\s,.;:!?)])/g, "")
      .replaceAll(GAP, " "),
  );
}

function collect(element: Element, isName: boolean, parts: string[]) {
  const isClosed = isTag(element, "details") && !element.open;
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3 && !isClosed) parts.push((node as Text).data);
    if (node.nodeType !== 1) continue;
    const child = node as Element;
    if (isHiddenItself(child) || (isName && child.getAttribute("aria-hidden") === "true")) continue;
    const space = BLOCKS.test(child.localName) ? " " : "";
    parts.push(space || (child.previousSibling?.nodeType === 1 ? GAP : ""));
    const label = isTag(child, "img") ? child.alt : child.getAttribute("aria-label");
    if (isName && label) parts.push(label);
    else if (!WITHOUT_TEXT.test(child.localName)) collect(child, isName, parts);
    parts.push(space);
  }
}

/** Whether an element and everything around it is shown. */
export function isShown(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (isHiddenItself(each)) return false;
  return true;
}

/** Whether a person can use an element: it is shown, and not taken from assistive technology or from use. */
export function isUsable(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (isHiddenItself(each) || each.getAttribute("aria-hidden") === "true" || each.hasAttribute("inert"))
      return false;
  return true;
}

function isHiddenItself(element: Element): boolean {
  const parent = element.parentElement;
  return (
    element.hasAttribute("hidden") ||
    (isTag(element, "input") && element.type === "hidden") ||
    (isTag(element, "dialog") && !element.open) ||
    (isTag(parent, "details") && !parent.open && element !== summaryOf(parent))
  );
}

/** The summary of a `<details>`, which is all that a closed one shows. */
function summaryOf(details: Element): Element | undefined {
  return [...details.children].find((child) => isTag(child, "summary"));
}

/** The name of an element: the simple cases of the Accessible Name and Description Computation of the W3C. */
export function nameOf(element: Element): string {
  const labelledBy = textOfIds(element, "aria-labelledby");
  if (labelledBy) return labelledBy;
  const label = collapse(element.getAttribute("aria-label") ?? "");
  return label || ownName(element) || collapse(element.getAttribute("title") ?? "");
}

function ownName(element: Element): string {
  if (isTag(element, "input") && /^(submit|reset|button|image)$/.test(element.type))
    return collapse(element.value || element.alt);
  if (isTag(element, "input") || isTag(element, "textarea") || isTag(element, "select")) {
    const labels = [...(element.labels ?? [])].map((each) => textOf(each, true)).join(" ");
    return collapse(labels || element.title || element.getAttribute("placeholder") || "");
  }
  if (isTag(element, "img")) return collapse(element.alt);
  if (isTag(element, "details")) return nameOfChild(element, "summary");
  if (isTag(element, "fieldset")) return nameOfChild(element, "legend");
  if (isTag(element, "table")) return nameOfChild(element, "caption");
  return NAMED_BY_CONTENT.test(element.localName) ? textOf(element, true) : "";
}

const NAMED_BY_CONTENT = /^(a|button|h[1-6]|legend|option|summary)$/;

function nameOfChild(element: Element, tag: string): string {
  const child = [...element.children].find((each) => each.localName === tag);
  return child ? textOf(child, true) : "";
}

/** The text of the elements that an attribute such as `aria-describedby` names. */
export function textOfIds(element: Element, attribute: string, selector = "*"): string {
  const ids = (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean);
  const named = ids.map((id) => element.ownerDocument.getElementById(id));
  return collapse(named.map((each) => (each?.matches(selector) ? textOf(each, true) : "")).join(" "));
}

/** Whether a text is the name, or fits the pattern. */
export function isNamed(text: string, name: Name): boolean {
  return typeof name === "string" ? text === collapse(name) : name.test(text);
}

/** A name as errors quote it. */
export function quote(name: Name): string {
  return typeof name === "string" ? `“${name}”` : String(name);
}
