import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite } from "~/http/api.server";
import { getGame } from "~/models/trivia/trivia.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, (member) => getGame(member.id, params.id ?? ""));
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
