// Importing a music account's artists and play count into the preferences.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { and, eq } from "drizzle-orm";
import { musicServices } from "~/integrations/music-service";
import { msg, t } from "~/language/text";
import { changePreferences, getPreferences } from "~/models/music/preferences.server";
import { type Preferences, preferencesInput } from "~/models/music/preferences-schema";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { notFoundRefusal, Refusal } from "~/refusal";
import { historyNames } from "./history/history";
import { findReadHistory } from "./history/history.server";
import { buildImportOffer, type ImportOffer, mergeArtists } from "./music-account";
import { findReadable, isOwn } from "./refresh.server";

/** The service or file an offer comes from, the account there, and the encoding a file was read in. */
type ImportSource = { name: string; account: string; encoding?: TextEncoding };

/** The play count of a member's account at Last.fm; null without one. */
export async function getPlayCount(memberId: number): Promise<number | null> {
  const [row] = await db
    .select({ playCount: musicAccount.playCount })
    .from(musicAccount)
    .where(and(eq(musicAccount.memberId, memberId), eq(musicAccount.service, "lastfm")));
  return row?.playCount ?? null;
}

/**
 * What one of a member's own music accounts or files can add; undefined without any artists or play count. With `onlyNew`, only
 * the artists that a weekly reading has found.
 */
export async function getImportOffer(
  memberId: number,
  id: string,
  onlyNew = false,
): Promise<{ source: ImportSource; offer: ImportOffer; preferences: Preferences | null } | undefined> {
  const found = (await findMusicAccount(memberId, id, onlyNew)) ?? (await findFile(memberId, id));
  if (!found) return undefined;
  const preferences = await getPreferences(memberId);
  const listed = preferences?.topArtists ?? [];
  return { source: found.source, offer: buildImportOffer(found.stats, listed), preferences };
}

async function findMusicAccount(memberId: number, id: string, onlyNew: boolean) {
  const row = await findReadable(memberId, id);
  if (!row || row.topArtists === null || musicServices[row.service].artists !== "imported") return undefined;
  const source: ImportSource = { name: musicServices[row.service].name, account: row.serviceUsername };
  return { source, stats: onlyNew ? { playCount: null, topArtists: row.newArtists } : row };
}

async function findFile(memberId: number, id: string) {
  const file = await findReadHistory(memberId, id);
  if (!file) return undefined;
  const name = t("your {file}", { file: historyNames[file.kind] });
  const source = { name, account: name, encoding: file.encoding };
  return { source, stats: { playCount: null, topArtists: file.topArtists } };
}

/**
 * Imports the selection into the preferences: artists are appended, the play count is replaced. It also answers the offer of a
 * weekly reading. Refuses a music account or file without an offer (absent), an empty selection and invalid preferences
 * (invalid), and more than 60 changes of preferences an hour (too-many).
 */
export async function saveImport(
  memberId: number,
  id: string,
  selected: { playCount: number | null; artists: string[]; favoriteGenres: Preferences["favoriteGenres"] },
): Promise<Preferences> {
  if (!(await getImportOffer(memberId, id))) throw notFoundRefusal();
  if (selected.playCount === null && selected.artists.length === 0) {
    throw new Refusal("invalid", msg("Choose what to import."));
  }
  const changed = await changePreferences(memberId, (saved) => {
    const { data, error } = preferencesInput.safeParse({
      ...saved,
      topArtists: mergeArtists(saved.topArtists, selected.artists),
      favoriteGenres: saved.favoriteGenres.length ? saved.favoriteGenres : selected.favoriteGenres,
      totalScrobbles: selected.playCount ?? saved.totalScrobbles,
    });
    if (data) return data;
    const fields = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
    throw new Refusal("invalid", Object.values(fields)[0] ?? "", fields);
  });
  await db.update(musicAccount).set({ newArtists: null }).where(isOwn(memberId, id));
  return changed;
}
