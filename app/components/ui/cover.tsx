// The cover of a record or playlist, or a drawing instead.
import type { ReactNode } from "react";
import { pictureSet } from "~/models/picture-url";
import { useBrokenImage } from "./use-broken-image";

/** What the owner reads beside a cover that waits for a moderator. */
export const COVER_PENDING = "Only you can see this cover until a moderator approves it.";

/** A square picture; `drawn` replaces a missing or broken one. */
export function Cover({ url, drawn }: { url: string | null; drawn: ReactNode }) {
  const { isBroken, image } = useBrokenImage(url);
  if (!url || isBroken) return drawn;
  return (
    <div className="square bg-inset">
      <img
        {...image}
        src={url}
        srcSet={pictureSet(url)}
        sizes="(min-width: 720px) 208px, 46vw"
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
