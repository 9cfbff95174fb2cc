// The square picture of a record, song or playlist: its cover, or a sleeve drawn from its words.
import { msg } from "~/language/text";
import { type SleeveWords, sleeveUrl } from "~/models/music/sleeve-url";
import { pictureSet } from "~/models/picture-url";
import { useBrokenImage } from "./use-broken-image";

/** Shown to the owner beside a cover that waits for a moderator. */
export const COVER_PENDING = msg("Only you can see this cover until a moderator approves it.");

type SleeveProps = SleeveWords & {
  /** The cover's URL, if there is one. */
  url?: string | null;
  /** 40 px in rows and 64 px in cards; by default as wide as its container. */
  size?: keyof typeof sizes;
};

const sizes = {
  small: { className: "w-10", width: "40px" },
  medium: { className: "w-16", width: "64px" },
  full: { className: "", width: "(min-width: 720px) 208px, 46vw" },
};

/** Decorative, because the words are next to it. A drawn sleeve replaces a missing or broken cover. */
export function Sleeve({ url, size = "full", ...words }: SleeveProps) {
  const { className, width } = sizes[size];
  return (
    // Printed matter, with an edge on any background.
    <span
      className={`sleeve square block flex-none rounded bg-inset after:absolute after:left-0 after:top-0 after:h-full after:w-full after:rounded after:border after:border-edge ${className}`}
    >
      {url ? <CoverImage url={url} sizes={width} words={words} /> : <DrawnImage words={words} />}
    </span>
  );
}

function CoverImage({ url, sizes, words }: { url: string; sizes: string; words: SleeveWords }) {
  const { isBroken, image } = useBrokenImage(url);
  if (isBroken) return <DrawnImage words={words} />;
  return (
    <img
      {...image}
      src={url}
      srcSet={pictureSet(url)}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}

function DrawnImage({ words }: { words: SleeveWords }) {
  return <img src={sleeveUrl(words)} alt="" loading="lazy" decoding="async" />;
}
