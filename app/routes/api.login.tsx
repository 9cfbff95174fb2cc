import type { LoaderFunctionArgs } from "@remix-run/node";
import { startSignIn } from "~/http/sign-in.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return startSignIn(request);
}

/** Never shown: a page only so that trouble shows as one. */
export default function Login() {
  return null;
}
