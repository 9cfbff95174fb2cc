import type { ActionFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { found } from "~/http/member.server";
import { readingInput } from "~/models/reading";
import { readUpTo } from "~/models/reading.server";

export async function loader() {
  return found(undefined);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const read = operation(
    readingInput,
    (member, input) => readUpTo(member.id, params.id ?? "", input.sequence),
    204,
  );
  return apiWrite(request, { POST: read });
}
