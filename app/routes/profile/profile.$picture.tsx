import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownFace, submitProfilePicture } from "~/actions/profile/picture-form.server";
import { titled } from "~/community";
import { PictureForm } from "~/components/profile/picture-form";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { profilePath, tabOf } from "~/models/member/profile";
import { type PictureRemoval, type ProfilePicture, profilePictures } from "~/models/picture/upload";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { pictureClientAction as clientAction } from "~/forms/client-action";

const words = {
  photo: {
    page: msg("Profile photo · Profile"),
    change: msg("Change profile photo"),
    remove: msg("Remove profile photo"),
  },
  cover: {
    page: msg("Cover photo · Profile"),
    change: msg("Change cover photo"),
    remove: msg("Remove cover photo"),
  },
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t(words[data.picture].page)) : titled(t("Profile")) },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const picture = orNotFound(readPicture(params.picture));
  const { column, pendingColumn } = profilePictures[picture];
  const removals: PictureRemoval[] = [];
  const [shown, pending] = [member[column], member[pendingColumn]];
  if (pending)
    removals.push({
      // Not translated: a code.
      picture: `pending ${pending}`,
      label: t("Withdraw new photo"),
    });
  if (shown)
    removals.push({
      // Not translated: a code.
      picture: `shown ${shown}`,
      label: t(words[picture].remove),
    });
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
    <RouteDialog title={t(words[picture].change)} closeTo={closeTo}>
      <PictureForm key={face?.url} picture={picture} removals={removals} face={face} />
    </RouteDialog>
  );
}

function readPicture(name: string | undefined): ProfilePicture | undefined {
  return name === "photo" || name === "cover" ? name : undefined;
}
