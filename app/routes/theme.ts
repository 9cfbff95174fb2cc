import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { localPath } from "~/auth/return-path";
import { readForm } from "~/http/body.server";
import { setTheme } from "~/http/theme.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Saves the theme in a cookie of this browser, not for the member. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const from = request.headers.get("Referer");
  const back = from && URL.canParse(from) ? new URL(from) : null;
  return redirect(localPath(back && back.pathname + back.search), {
    status: 303,
    headers: { "Set-Cookie": await setTheme(form.get("theme")) },
  });
}
