// What a browser without scripts sends for a form: its checks, its fields and its request.
import { randomUUID } from "node:crypto";
import { JSDOM } from "jsdom";
import { isTag, nameOf } from "./names";

/** A navigation: where to, and what is sent there. */
export type Navigation = { url: URL; method: "GET" | "POST"; body?: string | Blob; type?: string };
export type Submitter = HTMLButtonElement | HTMLInputElement;

/** One window for all pages, since a window takes longer to make than a page to parse. */
export const dom = new JSDOM();

/** The files chosen in each file field: jsdom can't be given any. */
const chosenFiles = new WeakMap<Element, File[]>();

/** Chooses the files of a file field. */
export function setFiles(input: HTMLInputElement, files: File[]) {
  chosenFiles.set(input, files);
}

/** The files chosen in a file field. */
export function filesOf(input: HTMLInputElement): File[] {
  return chosenFiles.get(input) ?? [];
}

/** The button that Enter presses in a field of a form. */
export function defaultButton(form: HTMLFormElement): Submitter | undefined {
  return [...form.elements].find(isSubmitter);
}

/** Whether an element is a button that submits its form. */
export function isSubmitter(element: Element): element is Submitter {
  return (isTag(element, "button") || isTag(element, "input")) && /^(submit|image)$/.test(element.type);
}

/** The request that submitting a form makes. Refuses what the browser's own checks refuse. */
export function submission(form: HTMLFormElement, submitter?: Submitter): Navigation {
  if (!form.noValidate && !submitter?.hasAttribute("formnovalidate")) expectValid(form);
  const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  const url = new URL(attribute("action") || form.ownerDocument.URL, form.baseURI);
  const fields = entryList(form, submitter);
  const query = new URLSearchParams(fields.map(([name, value]) => [name, textOfEntry(value)]));
  if (attribute("method").toLowerCase() !== "post") {
    url.search = String(query);
    return { url, method: "GET" };
  }
  if (attribute("enctype").toLowerCase() !== "multipart/form-data")
    return { url, method: "POST", body: String(query), type: "application/x-www-form-urlencoded" };
  return { url, method: "POST", ...multipart(fields) };
}

function expectValid(form: HTMLFormElement) {
  for (const control of form.elements) {
    if (!("validity" in control)) continue;
    const { validity, willValidate } = control as HTMLInputElement;
    const isAttached = isTag(control, "input") && filesOf(control).length > 0;
    if (!willValidate || validity.valid || isAttached) continue;
    if (validity.valueMissing) throw new Error(`The browser asks to fill in “${nameOf(control)}” first.`);
    // jsdom's flags are getters of the prototype.
    const flags: string[] = [];
    for (const flag in validity) if (validity[flag as keyof ValidityState] === true) flags.push(flag);
    throw new Error(`The browser refuses the value of “${nameOf(control)}”: ${flags.join(", ")}.`);
  }
}

/** A body of `multipart/form-data`. FormData sends no file as a text, and browsers as a file without a name. */
function multipart(fields: [string, string | File][]) {
  const boundary = `----visitor${randomUUID()}`;
  const quoted = (name: string) => name.replace(/[\r\n"]/g, encodeURIComponent);
  const parts: BlobPart[] = [];
  for (const [name, value] of fields) {
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`);
    if (typeof value === "string") parts.push(`\r\n\r\n${value}\r\n`);
    else
      parts.push(
        `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`,
        value,
        "\r\n",
      );
  }
  return {
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** The names and values of a form in order, with line breaks as browsers send them. */
function entryList(form: HTMLFormElement, submitter?: Submitter): [string, string | File][] {
  const fileFields = [...form.elements].filter(
    (control): control is HTMLInputElement =>
      isTag(control, "input") && control.type === "file" && !!control.name && !control.matches(":disabled"),
  );
  return [...new dom.window.FormData(form, submitter)].flatMap(([name, value]): [string, string | File][] => {
    if (typeof value === "string") return [[withCrlf(name), withCrlf(value)]];
    // One for each field: jsdom knows of no chosen files.
    const [field] = fileFields.splice(0, 1);
    const files = field ? filesOf(field) : [];
    return (files.length ? files : [new File([], "")]).map((file) => [withCrlf(name), file]);
  });
}

/** Whether an option of a list can't be chosen. */
export function isDisabledOption(option: HTMLOptionElement): boolean {
  const group = option.parentElement;
  return option.disabled || (isTag(group, "optgroup") && group.disabled);
}

function textOfEntry(value: string | File): string {
  return typeof value === "string" ? value : value.name;
}

function withCrlf(text: string): string {
  return text.replace(/\r\n?|\n/g, "\r\n");
}
