import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { unmatch } from "~/models/match/decision.server";
import { getMatchedMemberId } from "~/models/match/match.server";
import { notFoundRefusal } from "~/refusal";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return apiWrite(request, {
    DELETE: {
      run: async (member) => {
        const targetId = await getMatchedMemberId(member.id, params.id ?? "");
        if (targetId === undefined) throw notFoundRefusal();
        return unmatch(member.id, targetId);
      },
      status: 204,
    },
  });
}
