// The genres as checkboxes.
import { GENRES } from "db/column-types";
import { Chip } from "~/components/ui/chip";

/** A checkbox per genre in the field `favoriteGenres`; those of `chosen` start checked. */
export function GenreChips({ chosen = [], onChange }: { chosen?: readonly string[]; onChange?: () => void }) {
  return (
    <div className="cluster">
      {GENRES.map((genre) => (
        <Chip
          key={genre}
          name="favoriteGenres"
          value={genre}
          label={genre}
          defaultChecked={chosen.includes(genre)}
          onChange={onChange}
        />
      ))}
    </div>
  );
}
