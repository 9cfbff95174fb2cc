import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { errorAnswer } from "~/http/refusal.server";
import { absent } from "~/models/refusal";

export async function loader({ request }: LoaderFunctionArgs) {
  return errorAnswer(request, absent());
}

export async function action({ request }: ActionFunctionArgs) {
  return errorAnswer(request, absent());
}
