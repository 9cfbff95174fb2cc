// The loader and screen of routes that only have an action: a visit shows the not-found screen. Submit to them with a fetcher,
// since a form that navigates would end here if the answer is not a redirect.

export { clientAction } from "./client-action";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Never rendered, but without it a visit would get plain text. */
export default function NoScreen() {
  return null;
}
