// Schema of a search of the catalog.
import { z } from "zod";
import { optionalText } from "~/models/fields";
import { catalogErrors } from "./catalog-messages";

const BARCODE = "A barcode has 8 to 14 digits";
/** A 12-digit UPC is the same code as the EAN with a zero before it. */
const LEADING_ZEROS = /^0{1,2}(?=\d{12}$)/;

/** By artist and title, one of them at least, or by barcode alone. */
export const releaseQuery = z
  .object({
    artist: optionalText(200),
    title: optionalText(200),
    barcode: z
      .preprocess(
        (typed) =>
          typeof typed === "string" ? typed.replace(/[\s-]/g, "").replace(LEADING_ZEROS, "") : typed,
        optionalText(40),
      )
      .refine((digits) => /^(\d{8,14})?$/.test(digits), BARCODE),
  })
  .refine(({ artist, title, barcode }) => artist || title || barcode, {
    path: ["title"],
    message: catalogErrors.nothingAsked,
  });
