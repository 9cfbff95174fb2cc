// All other URLs: the not-found screen.

export { action } from "~/forms/hidden-route";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
