// The text of the composer, whose height fits it.

export function setText(field: HTMLTextAreaElement, text: string) {
  field.value = text;
  fitToText(field);
}

/** Does what `field-sizing: content` does, for browsers without it. */
export function fitToText(field: HTMLTextAreaElement) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
