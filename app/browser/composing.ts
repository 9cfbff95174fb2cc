// Keys that belong to a word still being composed with an input method, as in Japanese.
import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The key code of every key that an input method handles. */
const INPUT_METHOD_KEY = 229;

/** Whether a key only ends or changes a composed word. Safari sends that Enter after `compositionend`, known by its key code. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === INPUT_METHOD_KEY;
}
