// The id under which a form makes something, on a page that stays open and is loaded again.
import { useState } from "react";

/**
 * The `fresh` id of the page's first load, and a later one only once one of those `made` has it: a form with that key stays as it
 * was typed while other presses load the page again. A blank id is that of no form.
 */
export function useFormId(fresh: string, made: { id: string }[]): string {
  const [id, setId] = useState(fresh);
  if (id === fresh || (id && !made.some((each) => each.id === id))) return id;
  setId(fresh);
  return fresh;
}
