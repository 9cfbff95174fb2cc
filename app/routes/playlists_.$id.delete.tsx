import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { RouteDialog } from "~/components/route-dialog";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { playlistAddress, playlistTrouble, playlistWords } from "~/models/playlist";
import { getPlaylist, removePlaylist } from "~/models/playlist.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";
export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Delete Playlist · Playlists · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name, role } = found(await getPlaylist(member.id, params.id ?? ""));
  found(role === "owner" || undefined);
  return { id, name };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const remove = async (member: { id: number }) => {
    await removePlaylist(member.id, id);
    return { notice: playlistWords.removed, to: "/playlists" };
  };
  return pressButton(request, playlistAddress(id), remove, playlistTrouble.remove);
}

export default function DeletePlaylist() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={name} closeTo={playlistAddress(id)}>
      <p>Are you sure you want to delete this playlist with all its songs?</p>
      <Form method="post" className="cluster mt-4">
        <Button look="danger" icon="trash">
          Delete
        </Button>
        <ButtonLink to={playlistAddress(id)} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
