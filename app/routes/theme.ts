import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { localPath } from "~/auth/return-path";
import { readForm } from "~/http/body.server";
import { isFetchRequest } from "~/http/page.server";
import { setTheme } from "~/http/theme.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** The screens of a sign-in, which are no place to return to later. */
const SIGN_IN = /^\/oidc\/interaction\/[\w-]+(\/[\w-]+)?(\?[\w=&%.-]*)?$/;

/** Saves the theme in a cookie of this browser, not for the member. Without scripts it returns to the page `from`. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const [theme, from] = [String(form.get("theme")), String(form.get("from"))];
  const headers = { "Set-Cookie": await setTheme(theme) };
  if (isFetchRequest(request)) return data({ theme }, { headers });
  return redirect(SIGN_IN.test(from) ? from : localPath(from), { status: 303, headers });
}
