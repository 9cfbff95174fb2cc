// The hidden field of a form that says whose page it is on.
import { useRouteLoaderData } from "@remix-run/react";

/**
 * Makes the server refuse the form if another member has signed in since the page was loaded, in another tab. For forms
 * that change the member's own account or profile, or add something to it, and for what they decide about others.
 */
export function ViewerField() {
  const viewer = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer;
  return viewer ? <input type="hidden" className="hidden-field" name="viewer" value={viewer.id} /> : null;
}
