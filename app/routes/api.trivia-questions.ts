import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, createdAnswer, operation } from "~/http/api.server";
import { addQuestion } from "~/models/trivia.server";
import { questionInput } from "~/models/trivia-input";

export async function loader(visit: LoaderFunctionArgs) {
  return action(visit);
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(questionInput, async (member, input) => {
    const { question, isNew } = await addQuestion(member.id, input);
    return createdAnswer(question, isNew);
  });
  return apiWrite(request, { POST: add });
}
