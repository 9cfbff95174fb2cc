import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishSignIn } from "~/http/sign-in.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return finishSignIn(request);
}

/** Never shown: a page only so that trouble shows as one. */
export default function Callback() {
  return null;
}
