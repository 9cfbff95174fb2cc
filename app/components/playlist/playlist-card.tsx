// The card of a playlist in a list.
import { Link } from "@remix-run/react";
import { describeSongs, type PlaylistDto, playlistPath } from "~/models/playlist/playlist";
import { Badge } from "~/ui/card";
import { COVER_PENDING, Sleeve } from "~/ui/sleeve";

type PlaylistCardProps = {
  playlist: PlaylistDto;
  /** Whether it is another member's. */
  isShared?: boolean;
  /** Whether its cover waits for a moderator. */
  isPending?: boolean;
};

/** A list item that is one link. */
export function PlaylistCard({ playlist, isShared = false, isPending = false }: PlaylistCardProps) {
  const { id, name, description, coverImageUrl, collaborator, owner, songCount } = playlist;
  return (
    <li className="record-card">
      <Link to={playlistPath(id)} className="playlist-link sleeve-link">
        <Sleeve artist="" title={name} url={coverImageUrl} />
        <span className="record-text block">
          <span className="block font-display text-lead font-extrabold" dir="auto">
            {name}
          </span>
          {description ? (
            <span className="line-clamp-3 text-note" dir="auto">
              {description}
            </span>
          ) : null}
          <span className="mt-1 block small-print">
            {describeSongs(songCount)}
            {isShared ? ` · by ${owner.firstName}` : ""}
          </span>
          {isPending ? <span className="mt-1 block small-print">{COVER_PENDING}</span> : null}
          <span className="cluster my-2">
            {collaborator ? <Badge>Collaborative</Badge> : null}
            {isShared ? <Badge tone="green">Shared</Badge> : null}
          </span>
        </span>
      </Link>
    </li>
  );
}
