// The head of an opened playlist: what it is, whose, and what can be done with it.
import { describeSongs, type PlaylistDetail, playlistAddress } from "~/models/playlist";
import { ButtonLink, IconLink } from "./button";
import { Cover } from "./cover";
import { PlaylistArt } from "./playlist-art";
import { Badge } from "./sleeve";

/** Name, description, who adds to it, and the buttons that the viewer's role allows. */
export function PlaylistHead({ playlist }: { playlist: PlaylistDetail }) {
  const { id, name, description, role, owner, collaborator, isPublic } = playlist;
  const address = playlistAddress(id);
  const by = role === "owner" ? "" : `by ${owner.firstName}`;
  const withWhom = role !== "collaborator" && collaborator ? `with ${collaborator.firstName}` : "";
  return (
    <>
      <IconLink name="Back to playlists" icon="back" to="/playlists" className="-ml-2" />
      <header className="playlist-head">
        <div className="playlist-cover sleeve">
          <Cover url={playlist.coverImageUrl} drawn={<PlaylistArt />} />
        </div>
        <div className="min-w-0">
          <h1 dir="auto">{name}</h1>
          {description ? (
            <p className="mt-1 max-w-prose whitespace-pre-line" dir="auto">
              {description}
            </p>
          ) : null}
          <p className="mt-1 text-soft">
            {[describeSongs(playlist.songs.length), by, withWhom].filter(Boolean).join(" · ")}
          </p>
          <p className="cluster mt-1">
            {collaborator ? <Badge>Collaborative</Badge> : null}
            {role === "collaborator" ? <Badge tone="green">Shared</Badge> : null}
            {isPublic ? <Badge tone="quiet">Any member with the link can read it</Badge> : null}
          </p>
          <div className="cluster mt-2">
            {role === "reader" ? null : (
              <ButtonLink to={`${address}/add`} look="primary" icon="plus" preventScrollReset>
                Add Song
              </ButtonLink>
            )}
            {role === "owner" ? (
              <>
                <ButtonLink to={`${address}/edit`} icon="edit" preventScrollReset>
                  Edit
                </ButtonLink>
                <ButtonLink to={`${address}/delete`} icon="trash" preventScrollReset>
                  Delete
                </ButtonLink>
              </>
            ) : null}
            {role === "collaborator" ? (
              <ButtonLink to={`${address}/leave`} icon="logout" preventScrollReset>
                Leave
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </header>
    </>
  );
}
