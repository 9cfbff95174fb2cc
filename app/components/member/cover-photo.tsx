// A member's cover photo.
import { pictureSet } from "~/models/picture-url";

/** Fills the banner around it; hidden from screen readers. */
export function CoverPhoto({ url }: { url: string }) {
  return (
    <img
      src={url}
      srcSet={pictureSet(url)}
      sizes="(min-width: 1168px) 1120px, 96vw"
      alt=""
      className="cover object-cover"
    />
  );
}
