// A member's artists as a wall of sleeves, on which those that the viewer lists too are lit.
import { ArtistLink } from "~/components/artist/artist-link";
import type { CardArtist } from "~/models/match/member-card";
import { Sleeve } from "~/ui/sleeve";
import { ArtistNames } from "./shared-artists";

const WALL = 12;

/** The first twelve as sleeves, the rest by name. */
export function ArtistWall({ artists }: { artists: CardArtist[] }) {
  const rest = artists.slice(WALL);
  return (
    <>
      <ul
        className={artists.some(({ isShared }) => isShared) ? "artist-wall artist-wall-lit" : "artist-wall"}
      >
        {artists.slice(0, WALL).map(({ name, isShared }) => (
          <li key={name} className={isShared ? "artist-tile artist-tile-shared" : "artist-tile"}>
            <Sleeve artist="" title={name} />
            <p>
              <ArtistLink name={name} />
              {isShared ? <span className="artist-tile-note">On your list too</span> : null}
            </p>
          </li>
        ))}
      </ul>
      {rest.length ? (
        <p className="mt-4">
          <span className="text-soft">And </span>
          <ArtistNames artists={rest} />
        </p>
      ) : null}
    </>
  );
}
