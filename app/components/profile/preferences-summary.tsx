// What a member's music preferences come to, at a glance.
import { completeness } from "~/models/taste";
import { Figures } from "./figures";
import { Groove } from "./score";
import { Sleeve } from "./sleeve";

/** How many artists and genres, and how complete that makes the profile. */
export function PreferencesSummary({ artists, genres }: { artists: string[]; genres: string[] }) {
  const percent = completeness({ topArtists: artists, favoriteGenres: genres });
  return (
    <Sleeve title="Summary">
      <Figures
        figures={[
          { label: "Top Artists", value: artists.length },
          { label: "Genres", value: genres.length },
          { label: "Profile Completeness", value: percent, unit: "%" },
        ]}
      />
      <div className="mt-3">
        <Groove value={percent} label="Profile Completeness" tone={percent === 100 ? "success" : "primary"} />
      </div>
    </Sleeve>
  );
}
