// A playlist in a list of them.
import { Link } from "@remix-run/react";
import { describeSongs, playlistAddress, type ShownPlaylist } from "~/models/playlist";
import { Cover } from "./cover";
import { PlaylistArt } from "./playlist-art";
import { Badge } from "./sleeve";

/** A whole card that is one link. `isShared` says that it is somebody else's. */
export function PlaylistCard({
  playlist,
  isShared = false,
}: {
  playlist: ShownPlaylist;
  isShared?: boolean;
}) {
  const { id, name, description, coverImageUrl, collaborator, owner, songCount } = playlist;
  return (
    <li className="record sleeve">
      <Link to={playlistAddress(id)} className="playlist-link">
        <Cover url={coverImageUrl} drawn={<PlaylistArt />} />
        <span className="record-words block">
          <span className="block font-display text-lead font-extrabold" dir="auto">
            {name}
          </span>
          {description ? (
            <span className="clamp-3 text-note" dir="auto">
              {description}
            </span>
          ) : null}
          <span className="mt-1 block text-note text-soft">
            {describeSongs(songCount)}
            {isShared ? ` · by ${owner.firstName}` : ""}
          </span>
          <span className="cluster my-2">
            {collaborator ? <Badge>Collaborative</Badge> : null}
            {isShared ? <Badge tone="green">Shared</Badge> : null}
          </span>
        </span>
      </Link>
    </li>
  );
}
