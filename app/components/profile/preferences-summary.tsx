// The summary of a member's music preferences.
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { ProgressBar } from "~/components/ui/progress-bar";
import { completeness } from "~/models/music/preferences";

/** Counts artists and genres, and shows how complete they make the profile. */
export function PreferencesSummary({ artists, genres }: { artists: string[]; genres: string[] }) {
  const percent = completeness({ topArtists: artists, favoriteGenres: genres });
  return (
    <Card title="Summary">
      <DescriptionList
        figures={[
          { label: "Top Artists", value: artists.length },
          { label: "Genres", value: genres.length },
          { label: "Profile Completeness", value: percent, unit: "%" },
        ]}
      />
      <div className="mt-3">
        <ProgressBar
          value={percent}
          label="Profile Completeness"
          tone={percent === 100 ? "success" : "primary"}
        />
      </div>
    </Card>
  );
}
