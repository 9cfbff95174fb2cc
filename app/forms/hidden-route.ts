// The action of pages that only staff can open, and of unknown URLs: a post gets the same 404 at both, so that it doesn't
// reveal which URLs exist.

/** Rejects posts the way an unknown URL does. */
export async function action() {
  throw new Response(null, { status: 404 });
}
