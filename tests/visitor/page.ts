// A page as a person without scripts uses it: everything goes by its name.
import { find, findAll, findEnabled, findPart, findParts, type Kind, type Part } from "./find";
import {
  collapse,
  isNamed,
  isShown,
  isTag,
  isUsable,
  type Name,
  nameOf,
  quote,
  textOf,
  textOfIds,
} from "./names";
import {
  defaultButton,
  filesOf,
  isDisabledOption,
  isSubmitter,
  type Navigation,
  type Submitter,
  setFiles,
  submission,
} from "./submission";

/** A loaded document. One of another site is not loaded: it has an address alone. */
export type Loaded = {
  url: URL;
  /** The origin of the site. */
  site: string;
  status: number;
  headers: Headers;
  source: string;
  isFrame: boolean;
  document: Document;
  /** Loads what the page leads to, in a frame or in place of it. */
  go: (to: Navigation, isFrame: boolean) => Promise<Page>;
};

/**
 * A page, or a part of it. Names are whole names as a screen reader says them, or patterns. What is not there, hidden,
 * disabled or there twice is an error. What changes a field returns the page, so that steps can follow each other.
 */
export type Page = {
  /** The path with its query and fragment; the whole URL on another site. */
  address: string;
  status: number;
  headers: Headers;
  /** The response as it came. */
  source: string;
  /** Whether the page is in a frame of another one. */
  isFrame: boolean;
  /** The element itself, for what has no name. */
  element: Element;
  title: string;
  headings: string[];
  links: string[];
  buttons: string[];
  fields: string[];
  /** The texts of alerts and notices, one a line. */
  alerts: string;
  /** The messages at fields. */
  errors: string[];
  /** The main content; without one, the body. */
  main: Page;
  /** The visible text of the main content, or of the part. */
  text: string;
  /** Whether the visible text contains a text. */
  has: (text: Name) => boolean;
  /** Finds a heading; returns its text. */
  heading: (name: Name) => string;
  /** The address that a link leads to. */
  addressOf: (link: Name) => string;
  /** Narrows to the innermost part with this name, heading or text. */
  within: (name: Name, part?: Part) => Page;
  /** The parts of one role, in order. */
  all: (part: Part) => Page[];

  /** Opens a menu by the name of its button. */
  open: (menu: Name) => Page;
  /** Replaces the text of a field. */
  fill: (field: Name, text: string) => Page;
  /** Chooses an option of a select, or a radio button of a group. */
  choose: (field: Name, option: Name) => Page;
  /** Checks a checkbox, or chooses a radio button. */
  check: (box: Name) => Page;
  uncheck: (box: Name) => Page;
  /** Chooses the files of a file field. */
  attach: (field: Name, ...files: File[]) => Page;
  /** What a field holds: its text, the chosen option or radio button, or the names of its files. */
  value: (field: Name) => string;
  isChecked: (box: Name) => boolean;
  /** The options of a select. */
  options: (field: Name) => string[];
  /** The error message at a field, or "". */
  errorOf: (field: Name) => string;
  /** The hint at a field, or "". */
  hintOf: (field: Name) => string;

  /** Follows a link. */
  follow: (link: Name) => Promise<Page>;
  /** Presses a button. */
  press: (button: Name) => Promise<Page>;
  /** Presses Enter in a field, which presses the first button of its form. */
  pressEnter: (field: Name) => Promise<Page>;
  /** The page in a frame, by the frame's title or name. */
  frame: (frame: Name) => Promise<Page>;
  /** Loads the page again, or the one that it says it turns into. */
  refresh: () => Promise<Page>;
};

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The page of a loaded document, or the part of it in `root`. */
export function openPage(loaded: Loaded, root: Element = loaded.document.documentElement): Page {
  const { document, url, site } = loaded;
  const names = (kind: Kind) => findAll(root, kind).map(nameOf);
  const texts = (selector: string) =>
    [...root.querySelectorAll(selector)]
      .filter(isShown)
      .map((each) => textOf(each))
      .filter(Boolean);

  /** Loads what a link or a form leads to, in the frame that it targets. */
  async function go(to: Navigation, target: string): Promise<Page> {
    if (to.method === "GET" && to.url.hash && hrefOf(to.url) === hrefOf(url)) {
      // The stylesheet hides a flash message that is targeted: the link that dismisses it leads there.
      const target = document.getElementById(to.url.hash.slice(1));
      if (target?.matches(".flash")) target.hidden = true;
      return openPage({ ...loaded, url: to.url });
    }
    const targetsFrame = [...document.querySelectorAll("iframe")].some((each) => each.name === target);
    const next = await loaded.go(to, target ? targetsFrame : loaded.isFrame);
    return next.status === 204 ? page : next;
  }

  function submit(form: HTMLFormElement, submitter?: Submitter) {
    return go(submission(form, submitter), submitter?.getAttribute("formtarget") ?? form.target);
  }

  const page: Page = {
    address: siteAddress(url, site),
    status: loaded.status,
    headers: loaded.headers,
    source: loaded.source,
    isFrame: loaded.isFrame,
    element: root,
    get title() {
      return collapse(document.title);
    },
    get headings() {
      return names("heading");
    },
    get links() {
      return names("link");
    },
    get buttons() {
      return names("button");
    },
    get fields() {
      return names("field");
    },
    get alerts() {
      return texts("[role=alert], [role=status]").join("\n");
    },
    get errors() {
      return texts(".field-error");
    },
    get main() {
      return openPage(loaded, document.querySelector("main") ?? document.body);
    },
    get text() {
      return root === document.documentElement ? page.main.text : textOf(root);
    },
    has: (text) => (typeof text === "string" ? page.text.includes(collapse(text)) : text.test(page.text)),
    heading: (name) => nameOf(find(root, "heading", name)),
    addressOf: (link) => siteAddress(new URL(find<HTMLAnchorElement>(root, "link", link).href), site),
    within: (name, part) => openPage(loaded, findPart(root, name, part)),
    all: (part) => findParts(root, part).map((each) => openPage(loaded, each)),

    open: (menu) => {
      find<HTMLDetailsElement>(root, "menu", menu).open = true;
      return page;
    },
    fill: (name, text) => {
      fillField(findEnabled(root, "text field", name), name, text);
      return page;
    },
    choose: (name, option) => {
      const group = findAll(root, "group").find((each) => isNamed(nameOf(each), name));
      if (group) findEnabled<HTMLInputElement>(group, "checkbox", option).checked = true;
      else chooseOption(findEnabled(root, "select", name), name, option);
      return page;
    },
    check: (box) => {
      findEnabled<HTMLInputElement>(root, "checkbox", box).checked = true;
      return page;
    },
    uncheck: (name) => {
      const box = findEnabled<HTMLInputElement>(root, "checkbox", name);
      if (box.type === "radio") throw new Error(`The radio button ${quote(name)} can't be unchecked.`);
      box.checked = false;
      return page;
    },
    attach: (name, ...files) => {
      const field = findEnabled<HTMLInputElement>(root, "file field", name);
      if (files.length > 1 && !field.multiple)
        throw new Error(`The file field ${quote(name)} takes one file.`);
      setFiles(field, files);
      return page;
    },
    value: (field) => currentValue(find(root, "field", field)),
    isChecked: (box) => find<HTMLInputElement>(root, "checkbox", box).checked,
    options: (field) => [...find<HTMLSelectElement>(root, "select", field).options].map(nameOf),
    errorOf: (field) => textOfIds(find(root, "field", field), "aria-describedby", ".field-error"),
    hintOf: (field) => textOfIds(find(root, "field", field), "aria-describedby", ":not(.field-error)"),

    follow: async (name) => {
      const link = findEnabled<HTMLAnchorElement>(root, "link", name);
      return go({ url: new URL(link.href), method: "GET" }, link.target);
    },
    press: async (name) => {
      const button = findEnabled<Submitter>(root, "button", name);
      const { form } = button;
      if (form && isSubmitter(button)) return submit(form, button);
      if (!form || button.type !== "reset") throw new Error(`The button ${quote(name)} needs scripts.`);
      form.reset();
      return page;
    },
    pressEnter: async (name) => {
      const { form } = findEnabled<HTMLInputElement>(root, "text field", name);
      const button = form ? defaultButton(form) : undefined;
      if (!form || button?.disabled) throw new Error(`Enter does nothing in ${quote(name)}.`);
      return submit(form, button);
    },
    frame: async (name) => {
      const named = [...root.querySelectorAll("iframe")].find((each) => isNamed(each.name, name));
      const frame = named && isUsable(named) ? named : find<HTMLIFrameElement>(root, "frame", name);
      return loaded.go({ url: new URL(frame.src), method: "GET" }, true);
    },
    refresh: () => {
      const refresh = document.querySelector("meta[http-equiv=refresh]")?.getAttribute("content");
      const to = /url=(.+)/.exec(refresh ?? "")?.[1];
      return loaded.go({ url: new URL(to ?? url, url), method: "GET" }, loaded.isFrame);
    },
  };
  return page;
}

function fillField(field: TextField, name: Name, text: string) {
  if (field.readOnly) throw new Error(`The text field ${quote(name)} is read-only.`);
  if (field.maxLength >= 0 && text.length > field.maxLength)
    throw new Error(`The text field ${quote(name)} takes ${field.maxLength} characters, not ${text.length}.`);
  const before = field.value;
  field.value = text;
  if (field.value === text.replace(/\r\n?/g, "\n")) return;
  field.value = before;
  throw new Error(`The text field ${quote(name)} does not take ${quote(text)}.`);
}

function chooseOption(select: HTMLSelectElement, name: Name, option: Name) {
  const [chosen, ...others] = [...select.options].filter((each) => isNamed(nameOf(each), option));
  if (!chosen || others.length || isDisabledOption(chosen)) {
    const offered = [...select.options].map((each) => quote(nameOf(each))).join(", ");
    throw new Error(`The select ${quote(name)} has no single option ${quote(option)}. It has: ${offered}.`);
  }
  chosen.selected = true;
}

function currentValue(field: Element): string {
  if (isTag(field, "select")) return [...field.selectedOptions].map(nameOf).join(", ");
  if (isTag(field, "input") && field.type === "file")
    return filesOf(field)
      .map((each) => each.name)
      .join(", ");
  if (isTag(field, "input") || isTag(field, "textarea")) return field.value;
  return [...field.querySelectorAll("input:checked")].map(nameOf).join(", ");
}

function siteAddress({ origin, pathname, search, hash, href }: URL, site: string): string {
  return origin === site ? pathname + search + hash : href;
}

function hrefOf({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length);
}
