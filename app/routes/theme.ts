import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm } from "~/http/body.server";
import { page } from "~/http/member.server";
import { localPath } from "~/http/return-path";
import { chooseTheme } from "~/http/theme.server";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await page(() => readForm(request));
  const from = request.headers.get("Referer");
  const back = from && URL.canParse(from) ? new URL(from) : null;
  return redirect(localPath(back && back.pathname + back.search), {
    status: 303,
    headers: { "Set-Cookie": await chooseTheme(form.get("theme")) },
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
