import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, createdResponse, operation } from "~/http/api.server";
import { addQuestion } from "~/models/trivia/play.server";
import { questionInput } from "~/models/trivia/trivia-schema";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(questionInput, async (member, input) => {
    const { question, isNew } = await addQuestion(member.id, input);
    return createdResponse(question, isNew);
  });
  return apiWrite(request, { POST: add });
}
