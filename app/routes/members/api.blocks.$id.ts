import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { unblockMember } from "~/models/safety/block.server";
import { memberIdField } from "~/models/shared/fields";
import { notFoundRefusal } from "~/refusal";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

/** `id` is the blocked member's. */
export async function action({ request, params }: ActionFunctionArgs) {
  const targetId = memberIdField.safeParse(params.id).data;
  return apiWrite(request, {
    DELETE: {
      run: (member) => {
        if (targetId === undefined) throw notFoundRefusal();
        return unblockMember(member.id, targetId);
      },
      status: 204,
    },
  });
}
