// A member's photo, as large as its place and cropped around its focal point.
import type { ImgHTMLAttributes } from "react";
import { focusStyle } from "~/models/picture-focus";
import { pictureSet } from "~/models/picture-url";
import type { Face } from "~/models/public-member";

type Attributes = Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  "sizes" | "alt" | "width" | "height" | "className" | "loading"
>;

/** Fills the box that its CSS sets. */
export function Photo({ face: { url, focus }, ...attributes }: { face: Face } & Attributes) {
  return (
    <img
      {...attributes}
      alt={attributes.alt ?? ""}
      src={url}
      srcSet={pictureSet(url)}
      decoding="async"
      style={focusStyle(focus)}
    />
  );
}
