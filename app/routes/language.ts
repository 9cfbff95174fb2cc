import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { pagePath } from "~/auth/return-path";
import { getCurrentSession } from "~/auth/session.server";
import { parseInput, readForm } from "~/http/body.server";
import { languageCookie } from "~/language/language.server";
import { saveLanguage } from "~/models/member/language.server";
import { languageInput } from "~/models/member/settings-schema";

export { default, loader } from "~/forms/button-route";

/** Saves the language in this browser, and for a member who is signed in. Returns to the page `from`, which is loaded anew. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { language } = parseInput(languageInput, { language: form.get("language") || null });
  const session = await getCurrentSession(request);
  if (session) await saveLanguage(session.member.id, { language });
  const headers = { "Set-Cookie": languageCookie(language) };
  return redirect(pagePath(String(form.get("from"))), { status: 303, headers });
}
