// Answers the buttons of find-release.tsx without scripts: they post the whole form, which is returned with its input.

import { t } from "~/language/text";
import { catalogErrors, catalogMessages } from "~/models/catalog/catalog-messages";
import { addCover } from "~/models/catalog/cover.server";
import type { FoundReleases } from "~/models/catalog/release";
import { findReleases, getRelease } from "~/models/catalog/release.server";
import { releaseQuery } from "~/models/catalog/release-schema";
import type { Member } from "~/models/member/member.server";
import { refusalIn } from "~/refusal";

/** The form's field that takes a release's title, and whether it is a record's, with a cover. */
type Fields = { title: "album" | "title"; isRecord?: boolean };

/** Searches for the input, or fills in the chosen release; undefined if neither button was pressed. */
export function assistFinding({ title, isRecord = false }: Fields) {
  return async (member: Member, typed: FormData): Promise<{ found: FoundReleases } | undefined> => {
    const [isSearch, chosen] = [typed.has("find"), typed.get("choose")];
    typed.delete("find");
    typed.delete("choose");
    try {
      if (chosen !== null) return { found: await fillIn(member.id, String(chosen), typed, title, isRecord) };
      if (isSearch) return { found: await search(member.id, typed, title) };
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return { found: { message: refusal.message } };
    }
    return undefined;
  };
}

async function search(memberId: number, typed: FormData, title: string): Promise<FoundReleases> {
  const text = (name: string) => typed.get(name) ?? "";
  const words = text("search");
  const query = words ? { search: words } : { artist: text("artist"), title: text(title) };
  const parsed = releaseQuery.safeParse(query);
  if (!parsed.success) return { message: `${parsed.error.issues[0]?.message}`.replace(/\.?$/, ".") };
  const releases = await findReleases(memberId, parsed.data);
  return releases.length ? { releases } : { message: t(catalogMessages.nothingFound) };
}

async function fillIn(
  memberId: number,
  id: string,
  typed: FormData,
  title: string,
  isRecord: boolean,
): Promise<FoundReleases> {
  const release = await getRelease(id);
  if (!release) return { message: t(catalogErrors.gone) };
  typed.set("artist", release.artist);
  typed.set(title, release.title);
  if (!isRecord) return { message: t(catalogMessages.filledIn) };
  if (release.year) typed.set("year", String(release.year));
  if (release.format) typed.set("format", release.format);
  const cover = await addCover(memberId, id).catch((error) => {
    if (refusalIn(error)) return undefined;
    throw error;
  });
  if (!cover) return { message: t(catalogMessages.filledIn) };
  typed.set("uploaded", cover);
  typed.set("imageUrl", "");
  typed.delete("withoutPicture");
  return { message: t(catalogMessages.filledIn), cover };
}
