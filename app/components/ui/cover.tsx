// The cover of a record or a playlist, or what is drawn where there is none.
import { type ReactNode, useState } from "react";
import { pictureSet } from "~/models/picture";

/** A square picture; `drawn` stands in where there is no address and where nothing comes from it. */
export function Cover({ url, drawn }: { url: string | null; drawn: ReactNode }) {
  const [failed, setFailed] = useState<string>();
  if (!url || url === failed) return drawn;

  // It may have failed before scripts ran.
  function check(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) setFailed(image.getAttribute("src") ?? undefined);
  }

  return (
    <div className="square bg-inset">
      <img
        ref={check}
        src={url}
        srcSet={pictureSet(url)}
        sizes="(min-width: 720px) 208px, 46vw"
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(url)}
      />
    </div>
  );
}
