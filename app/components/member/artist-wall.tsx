// A member's artists as a wall of sleeves, with those highlighted that the viewer lists, too.
import { ArtistLink } from "~/components/artist/artist-link";
import { t } from "~/language/text";
import type { CardArtist } from "~/models/match/member-card";
import { Sleeve } from "~/ui/sleeve";
import { ArtistNames } from "./shared-artists";

const WALL = 12;

/** The first twelve as sleeves, the rest by name. */
export function ArtistWall({ artists }: { artists: CardArtist[] }) {
  const rest = artists.slice(WALL);
  const isLit = artists.some(({ isShared }) => isShared);
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-[16px_12px] md:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] md:gap-[20px_16px]">
        {artists.slice(0, WALL).map(({ name, isShared }) => (
          <li
            key={name}
            className={`relative min-w-0 ${isShared ? "artist-shared" : isLit ? "artist-unlit" : ""}`}
          >
            <Sleeve artist="" title={name} />
            <p className="mt-1.5">
              {/* The whole tile leads where its name does. */}
              <ArtistLink
                name={name}
                className={`text-[1rem] leading-5 after:absolute after:left-0 after:top-0 after:h-full after:w-full ${isLit && !isShared ? "border-b text-soft hover:text-soft" : ""}`}
              />
              {isShared ? (
                <span className="mt-1 table rounded-[3px] bg-yellow px-1.5 font-display text-sm font-bold text-ink-always">
                  {t("On your list too")}
                </span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
      {rest.length ? (
        <p className="mt-4">
          <span className="text-soft">{t("And")} </span>
          <ArtistNames artists={rest} />
        </p>
      ) : null}
    </>
  );
}
