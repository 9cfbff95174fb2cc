// A member's music in numbers, beside the profile form.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { genreName } from "~/models/music/genre";
import type { Preferences } from "~/models/music/preferences-schema";
import { Badge, Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";

const GENRES_SHOWN = 5;

/** Shows plays, artists, concerts and the first five genres. */
export function MusicStatistics({ preferences }: { preferences: Preferences | null }) {
  const genres = preferences?.favoriteGenres.slice(0, GENRES_SHOWN) ?? [];
  return (
    <Card title={t("Music Statistics")}>
      <DescriptionList
        figures={[
          { label: t("Total Scrobbles"), value: preferences?.totalScrobbles ?? 0 },
          { label: t("Top Artists"), value: preferences?.topArtists.length ?? 0 },
          { label: t("Concerts Attended"), value: preferences?.concertsAttended ?? 0 },
        ]}
      />
      <div className="border-t border-line pt-3">
        <h3>{t("Favorite Genres")}</h3>
        {genres.length ? (
          <ul className="cluster mt-2">
            {genres.map((genre) => (
              <li key={genre}>
                <Badge>{genreName(genre)}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-1">
            <Link to="/profile?tab=music" className="link">
              {t("Add what you listen to")}
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}
