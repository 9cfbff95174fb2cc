// Schema of a search of the catalog.
import { z } from "zod";
import { msg, t } from "~/language/text";
import { optionalText, saying } from "~/models/fields";
import { catalogErrors } from "./catalog-messages";

const BARCODE = msg("A barcode has 8 to 14 digits");
/** A 12-digit UPC is the same code as the EAN with a zero before it. */
const LEADING_ZEROS = /^0{1,2}(?=\d{12}$)/;

const WORDS_MAX = 10;

/** Searches by artist, title or both, by barcode alone, or by `search`: a barcode, or words of the artist and title. */
export const releaseQuery = z
  .object({
    search: optionalText(200),
    artist: optionalText(200),
    title: optionalText(200),
    barcode: z
      .preprocess(
        (typed) =>
          typeof typed === "string" ? typed.replace(/[\s-]/g, "").replace(LEADING_ZEROS, "") : typed,
        optionalText(40),
      )
      .refine((digits) => /^(\d{8,14})?$/.test(digits), saying(BARCODE)),
  })
  .refine(
    ({ search, artist, title, barcode }) => search || artist || title || barcode,
    () => ({ path: ["title"], message: t(catalogErrors.nothingAsked) }),
  )
  .transform(({ search, ...typed }) => {
    if (!search) return typed;
    const digits = search.replace(/[\s-]/g, "").replace(LEADING_ZEROS, "");
    if (/^\d{8,14}$/.test(digits)) return { artist: "", title: "", barcode: digits };
    const words = search.split(/[\s,;–—-]+/).filter(Boolean);
    return { artist: "", title: "", barcode: "", words: words.slice(0, WORDS_MAX) };
  });
