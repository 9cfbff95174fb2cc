import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { removeAnswer } from "~/models/question/answer.server";
import { QUESTION_PATH, questionMessages } from "~/models/question/question";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: QUESTION_PATH }, async (member) => {
    await removeAnswer(member.id);
    return { flash: questionMessages.removed };
  });
}
