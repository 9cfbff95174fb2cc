import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownFace, submitProfilePicture } from "~/actions/profile/picture-form.server";
import { titled } from "~/community";
import { PictureForm } from "~/components/profile/picture-form";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { profilePath, tabOf } from "~/models/member/profile";
import { type PictureRemoval, type ProfilePicture, profilePictures } from "~/models/picture/upload";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { pictureClientAction as clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(`${profilePictures[data.picture].title} · Profile`) : titled("Profile") },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const picture = orNotFound(readPicture(params.picture));
  const { column, pendingColumn, title } = profilePictures[picture];
  const removals: PictureRemoval[] = [];
  const [shown, pending] = [member[column], member[pendingColumn]];
  if (pending) removals.push({ picture: `pending ${pending}`, label: "Withdraw new photo" });
  if (shown) removals.push({ picture: `shown ${shown}`, label: `Remove ${t(title).toLowerCase()}` });
  const face = picture === "photo" ? ownFace(member) : undefined;
  return { picture, removals, face, closeTo: profilePath(tabOf(request.url)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitProfilePicture(
    request,
    orNotFound(readPicture(params.picture)),
    profilePath(tabOf(request.url)),
  );
}

export default function ProfilePictureDialog() {
  const { picture, removals, face, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Change ${t(profilePictures[picture].title).toLowerCase()}`} closeTo={closeTo}>
      <PictureForm key={face?.url} picture={picture} removals={removals} face={face} />
    </RouteDialog>
  );
}

function readPicture(name: string | undefined): ProfilePicture | undefined {
  return name === "photo" || name === "cover" ? name : undefined;
}
