// The artists a member plays most on Spotify, which are shown and never scored.
import { ArtistLink } from "~/components/artist/artist-link";
import { t } from "~/language/text";
import { Card } from "~/ui/card";

/** Renders nothing without artists; `note` says whose they are. */
export function SpotifyArtists({ artists, note }: { artists: string[]; note: string }) {
  if (!artists.length) return null;
  return (
    <Card title={t("On Spotify")}>
      <SpotifyList artists={artists} note={note} />
    </Card>
  );
}

/** The same without a card. */
export function SpotifyList({ artists, note }: { artists: string[]; note: string }) {
  return (
    <>
      <p className="mb-2 small-print">{note}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(192px,1fr))] gap-[0_24px]">
        {artists.map((name) => (
          <li key={name} className="min-w-0 border-b border-line py-1 text-soft">
            <ArtistLink name={name} className="border-b" />
          </li>
        ))}
      </ul>
    </>
  );
}
