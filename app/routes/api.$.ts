import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { toErrorResponse } from "~/http/error-response.server";
import { notFoundRefusal } from "~/refusal";

export async function loader({ request }: LoaderFunctionArgs) {
  return toErrorResponse(request, notFoundRefusal());
}

export async function action({ request }: ActionFunctionArgs) {
  return toErrorResponse(request, notFoundRefusal());
}
