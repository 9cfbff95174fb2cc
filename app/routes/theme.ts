import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { localPath } from "~/auth/return-path";
import { readForm } from "~/http/body.server";
import { setTheme } from "~/http/theme.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** The screens of a sign-in, which are no place to return to later. */
const SIGN_IN = /^\/oidc\/interaction\/[\w-]+(\/[\w-]+)?$/;

/** Saves the theme in a cookie of this browser, not for the member. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const from = request.headers.get("Referer");
  const { pathname, search } = from && URL.canParse(from) ? new URL(from) : { pathname: "/", search: "" };
  return redirect(SIGN_IN.test(pathname) ? pathname : localPath(pathname + search), {
    status: 303,
    headers: { "Set-Cookie": await setTheme(form.get("theme")) },
  });
}
