// A member's picture, square or round.
import { focusStyle } from "~/models/picture-focus";
import { pictureSet } from "~/models/picture-url";
import type { Face } from "~/models/public-member";

const sizes = { small: 40, medium: 56, photo: 80, large: 96, huge: 160 };

/** Cropped around its focal point. Its `alt` is empty by default, because the name is next to it. */
export function Avatar({
  face: { url, focus },
  alt = "",
  size = "medium",
  round = false,
}: {
  face: Face;
  alt?: string;
  size?: keyof typeof sizes;
  round?: boolean;
}) {
  const pixels = sizes[size];
  return (
    <img
      src={url}
      srcSet={pictureSet(url)}
      sizes={`${pixels}px`}
      alt={alt}
      width={pixels}
      height={pixels}
      decoding="async"
      className={`flex-none border bg-inset object-cover ${round ? "rounded-full" : "rounded"}`}
      style={{ width: pixels, height: pixels, ...focusStyle(focus) }}
    />
  );
}
