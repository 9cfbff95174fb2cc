import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PictureForm } from "~/components/profile/picture-form";
import { submitProfilePicture } from "~/components/profile/picture-form.server";
import { RouteDialog } from "~/components/ui/dialog/route-dialog";
import { createClientAction } from "~/forms/client-action";
import { orNotFound, requireMember } from "~/http/page.server";
import { profileAddress, tabOf } from "~/models/member/profile";
import { type PictureRemoval, type ProfilePicture, profilePictures } from "~/models/picture/upload";

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { shouldRevalidate } from "~/root";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${profilePictures[data.picture].title} · Profile · B-Side` : "Profile · B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const picture = orNotFound(readPicture(params.picture));
  const { column, pendingColumn, title } = profilePictures[picture];
  const removals: PictureRemoval[] = [];
  if (member[pendingColumn]) removals.push({ which: "pending", label: "Withdraw new photo" });
  if (member[column]) removals.push({ which: "shown", label: `Remove ${title.toLowerCase()}` });
  return { picture, removals, closeTo: profileAddress(tabOf(request.url)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitProfilePicture(
    request,
    orNotFound(readPicture(params.picture)),
    profileAddress(tabOf(request.url)),
  );
}

export const clientAction = createClientAction({
  unreachable: "We couldn't reach B-Side.",
  isToast: false,
  hasRefusalToast: false,
});

export default function ProfilePictureDialog() {
  const { picture, removals, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Change ${profilePictures[picture].title.toLowerCase()}`} closeTo={closeTo}>
      <PictureForm picture={picture} removals={removals} />
    </RouteDialog>
  );
}

function readPicture(name: string | undefined): ProfilePicture | undefined {
  return name === "photo" || name === "cover" ? name : undefined;
}
