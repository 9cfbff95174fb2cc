import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { pagePath } from "~/auth/return-path";
import { readForm } from "~/http/body.server";
import { isFetchRequest } from "~/http/page.server";
import { setTheme } from "~/http/theme.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Saves the theme in a cookie of this browser, not for the member. Without scripts it returns to the page `from`. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const [theme, from] = [String(form.get("theme")), String(form.get("from"))];
  const headers = { "Set-Cookie": await setTheme(theme) };
  if (isFetchRequest(request)) return data({ theme }, { headers });
  return redirect(pagePath(from), { status: 303, headers });
}
