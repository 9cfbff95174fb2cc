// Finds the parts of a page as a person names them, and says in one sentence when it can't.
import { isNamed, isShown, isTag, isUsable, type Name, nameOf, quote, textOf } from "./names";

const BUTTONS = [
  "button",
  ...["submit", "button", "reset", "image"].map((type) => `input[type=${type}]`),
].join();
const BOXES = "input[type=checkbox], input[type=radio]";
const FILES = "input[type=file]";
const TEXTS = `textarea, input:not(${BUTTONS}, ${BOXES}, ${FILES}, [type=hidden])`;
const GROUPS = "fieldset, [role=group], [role=radiogroup]";

/** What can be looked for, by the word that errors use. */
const KINDS = {
  link: "a[href]",
  button: BUTTONS,
  heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
  "text field": TEXTS,
  checkbox: BOXES,
  "file field": FILES,
  select: "select",
  group: GROUPS,
  field: `${TEXTS}, ${BOXES}, ${FILES}, ${GROUPS}, select`,
  menu: "details",
  frame: "iframe",
};

export type Kind = keyof typeof KINDS;

/** The parts that a page can be narrowed to, by their roles. */
const PARTS = {
  listitem: "li, [role=listitem]",
  article: "article, [role=article]",
  region: "section, [role=region]",
  group: `details, ${GROUPS}`,
  form: "form",
  dialog: "dialog, [role=dialog], [role=alertdialog]",
  row: "tr",
  table: "table",
  navigation: "nav",
  complementary: "aside",
  list: "ul, ol, [role=list], [role=log]",
  main: "main",
  banner: "body > header",
  contentinfo: "body > footer",
};

export type Part = keyof typeof PARTS;

/** The parts to which a name alone narrows a page. */
const NAMED_PARTS = [
  PARTS.listitem,
  PARTS.article,
  PARTS.region,
  PARTS.group,
  PARTS.form,
  PARTS.dialog,
  PARTS.row,
  PARTS.table,
  PARTS.navigation,
  PARTS.complementary,
].join();

/** The elements of a kind that a person can use. */
export function findAll<E extends Element>(root: Element, kind: Kind): E[] {
  return [...root.querySelectorAll<E>(KINDS[kind])].filter(isUsable);
}

/** The one element of a kind and name. Links to the same address count as one. */
export function find<E extends Element>(root: Element, kind: Kind, name: Name): E {
  const named = [...root.querySelectorAll<E>(KINDS[kind])].filter((each) => isNamed(nameOf(each), name));
  const usable = named.filter(isUsable);
  const [first] = usable;
  if (!first) {
    if (named.length) throw new Error(`The ${kind} ${quote(name)} is hidden.`);
    const others = [...new Set(findAll(root, kind).map((each) => quote(nameOf(each))))].join(", ");
    throw new Error(`There is no ${kind} ${quote(name)}. There is: ${others || "none"}.`);
  }
  if (!usable.every((each) => each === first || isSameLink(each, first)))
    throw new Error(`There is more than one ${kind} ${quote(name)}: use within().`);
  return first;
}

/** The one element of a kind and name, which must not be disabled. */
export function findEnabled<E extends Element>(root: Element, kind: Kind, name: Name): E {
  const found = find<E>(root, kind, name);
  if (found.matches(":disabled") || found.getAttribute("aria-disabled") === "true")
    throw new Error(`The ${kind} ${quote(name)} is disabled.`);
  return found;
}

/** The parts of one role that are shown, in order. */
export function findParts(root: Element, part: Part): Element[] {
  return [...root.querySelectorAll(PARTS[part])].filter(isShown);
}

/** The innermost part with a name: its own, that of a heading or legend in it, else a whole text in it. */
export function findPart(root: Element, name: Name, part?: Part): Element {
  const selector = part ? PARTS[part] : NAMED_PARTS;
  const named = (candidates: string) =>
    [...root.querySelectorAll(candidates)].filter((each) => isNamed(nameOf(each), name));
  const isWorded = (each: Element) =>
    hasOwnText(each) && isNamed(textOf(each), name) && !each.closest("button, label, summary");
  for (const find of [
    () => [...named(selector), ...named(`${KINDS.heading}, legend, caption`)],
    () => [...root.querySelectorAll("*")].filter(isWorded),
  ]) {
    const parts = new Set(
      find()
        .filter(isShown)
        .map((each) => each.closest(selector)),
    );
    const inside = [...parts].filter((each) => each && each !== root && root.contains(each)) as Element[];
    const [only, ...others] = inside.filter(
      (one) => !inside.some((each) => each !== one && one.contains(each)),
    );
    if (others.length) throw new Error(`There is more than one ${part ?? "part"} named ${quote(name)}.`);
    if (only) return only;
  }
  throw new Error(`There is no ${part ?? "part"} named ${quote(name)} in: ${textOf(root)}`);
}

function hasOwnText(element: Element): boolean {
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (node.nodeType === 3 && (node as Text).data.trim()) return true;
  return false;
}

function isSameLink(one: Element, other: Element): boolean {
  return isTag(one, "a") && isTag(other, "a") && one.href === other.href;
}
