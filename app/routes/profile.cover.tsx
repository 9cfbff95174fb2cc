import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { PictureForm } from "~/forms/picture-form";
import { submitProfilePicture } from "~/forms/picture-form.server";
import { pressInBrowser } from "~/forms/press-button";
import { requireMember } from "~/http/member.server";
import { profilePictures } from "~/models/picture";
import { profileAddress, tabOf } from "~/models/profile";

const { title, column, trouble } = profilePictures.cover;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: `${title} · Profile · B-Side` }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { isThere: member[column] !== null, closeTo: profileAddress(tabOf(request.url)) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitProfilePicture(request, "cover", profileAddress(tabOf(request.url)));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, trouble);
}

export default function ProfileCover() {
  const { isThere, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Change ${title.toLowerCase()}`} closeTo={closeTo}>
      <PictureForm label={title} isThere={isThere} />
    </RouteDialog>
  );
}
