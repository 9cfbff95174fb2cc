import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { answerQuestion } from "~/models/trivia.server";
import { answerInput } from "~/models/trivia-input";

export async function loader(visit: LoaderFunctionArgs) {
  return action(visit);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const answer = operation(answerInput, (member, input) => answerQuestion(member.id, params.id ?? "", input));
  return apiWrite(request, { POST: answer });
}
