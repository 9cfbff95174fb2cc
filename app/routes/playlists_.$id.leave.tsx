import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { RouteDialog } from "~/components/route-dialog";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { playlistAddress, playlistWords } from "~/models/playlist";
import { getPlaylist, leavePlaylist } from "~/models/playlist.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";
export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Leave Playlist · Playlists · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name, role, owner } = found(await getPlaylist(member.id, params.id ?? ""));
  found(role === "collaborator" || undefined);
  return { id, name, ownerName: owner.firstName };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const leave = async (member: { id: number }) => {
    await leavePlaylist(member.id, id);
    return { notice: playlistWords.left, to: "/playlists" };
  };
  return pressButton(request, playlistAddress(id), leave);
}

export default function LeavePlaylist() {
  const { id, name, ownerName } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={name} closeTo={playlistAddress(id)}>
      <p>
        Are you sure you want to leave this playlist? Your songs stay, and only {ownerName} can ask you back.
      </p>
      <Form method="post" className="cluster mt-4">
        <Button look="danger">Leave</Button>
        <ButtonLink to={playlistAddress(id)} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
