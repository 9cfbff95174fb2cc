import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { answerInput } from "~/models/trivia/trivia-schema";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const answer = operation(answerInput, (member, input) => answerQuestion(member.id, params.id ?? "", input));
  return apiWrite(request, { POST: answer });
}
