import type { ActionFunctionArgs } from "@remix-run/node";
import { submitDecision } from "~/actions/match/decision-form.server";
import { discoverReturnPath } from "~/models/match/discover";

export { clientAction, default, loader } from "~/forms/button-route";

/** Like and Pass on a card; the URL's query is that of the card's page, and `next` is the next card. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = discoverReturnPath(searchParams);
  const card = { pathname: page.replace(/[?#].*/, ""), cardId: searchParams.get("next") };
  return submitDecision(request, { page, flash: { card, query: searchParams } });
}
