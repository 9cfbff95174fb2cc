// What a report's snapshot keeps of a member's profile, playlists and records, and how moderators read it.

import type { EvidenceSnapshot } from "db/column-types";
import { invitation, message, plan, playlist, playlistSong, record, show } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { toDate, toTime } from "~/days";
import { t } from "~/language/text";
import { stateOf } from "~/models/conversation/plan/plan-state.server";
import type { Member } from "~/models/member/member.server";
import { promptTexts } from "~/models/member/prompt";
import { genreName } from "~/models/music/genre";
import { getPreferences } from "~/models/music/preferences.server";
import { listPendingIds } from "~/models/picture/photo-order.server";
import { hasFirstPhoto, photoKey } from "~/models/picture/photos";
import { fullNameOf } from "~/models/public-member";
import { listKeptAnswers } from "~/models/question/answer.server";
import { formatAnswer, questionTexts } from "~/models/question/question";
import { type EvidencePart, joinValues } from "~/models/safety/case/case";
import { type ReportAbout, splitAnswerId, splitPhotoId } from "~/models/safety/report";
import { artistNames } from "~/models/show/show-words.server";

/** How many records a snapshot keeps, and how many of them with notes. */
const RECORDS = 50;
const INVITATIONS = 20;
const SHOWS = 20;
const PLANS = 10;
/** How many bytes of text a snapshot keeps of each list. */
const NOTES_BYTES = 24_000;
const SONGS_BYTES = 24_000;
const RECORDS_BYTES = 12_000;

type Source = { on: Database; person: Member; about: ReportAbout };

/** What a report keeps, and how moderators read it; the pictures that they see are kept, too. */
export type Evidence = {
  keep: (source: Source) => Partial<EvidenceSnapshot> | Promise<Partial<EvidenceSnapshot>>;
  show?: (snapshot: EvidenceSnapshot) => EvidencePart[];
};

export const profileEvidence: Evidence = {
  keep: async ({ on, person, about: { subject, id } }) => {
    const { firstName, lastName, bio, age, placeName, photoId, coverId, portraitUrl } = person;
    const { photoFocus, anthem, prompts, morePhotos } = person;
    const pending = await listPendingIds(on, morePhotos);
    const taste = await getPreferences(person.id, on);
    const invitations = await on
      .select({ word: invitation.word })
      .from(invitation)
      .where(and(eq(invitation.inviterId, person.id), isNotNull(invitation.word)))
      .orderBy(desc(invitation.createdAt), invitation.id)
      .limit(INVITATIONS);
    return {
      invitationWords: invitations.flatMap(({ word }) => word ?? []),
      reportedPhotoId: subject === "photo" ? (splitPhotoId(id).photoId ?? null) : null,
      profile: {
        ...{ firstName, lastName, bio, age, placeName, photoId, coverId, portraitUrl },
        ...{ photoFocus, anthem, prompts },
        genderWords: person.showsWishes ? person.genderWords : null,
        // Nobody else has seen photos that wait for a moderator.
        morePhotos: morePhotos.filter(({ photoId }) => !pending.includes(photoId ?? "")),
      },
      artists: taste?.topArtists ?? [],
      genres: taste?.favoriteGenres ?? [],
    };
  },
  show: ({ profile, invitationWords = [], artists, genres, reportedPhotoId }) => {
    const { age, genderWords, placeName, bio, prompts = [], anthem, coverId } = profile;
    const name = `${fullNameOf(profile)}${age === null ? "" : `, ${age}`}`;
    const first = { photoId: profile.photoId, portraitUrl: profile.portraitUrl, photoFocus: null };
    const photos = [first, ...(profile.morePhotos ?? [])].filter(hasFirstPhoto).map((photo, index) => ({
      id: photo.photoId,
      portraitUrl: photo.portraitUrl,
      alt: index ? t("Photo {number}", { number: index + 1 }) : t("Profile photo"),
      isReported: photoKey(photo) === reportedPhotoId,
    }));
    const isGone = reportedPhotoId && !photos.some(({ isReported }) => isReported);
    const items = [
      { text: [name, genderWords, placeName].filter(Boolean).join(" · ") },
      { text: bio || t("No bio.") },
      ...prompts.map(({ prompt, answer }) => ({
        text: t("{label}: {text}", { label: promptTexts[prompt], text: answer }),
      })),
      ...invitationWords.map((word) => ({ text: t("Invitation: {word}", { word }) })),
      { text: anthem ? t("Anthem: {song}", { song: joinValues(anthem) }) : "" },
      { pictures: [...photos, ...(coverId ? [{ id: coverId, alt: t("Cover photo") }] : [])] },
      { soft: isGone ? t("The reported photo was removed before the report was sent.") : "" },
      { soft: [...artists, ...genres.map(genreName)].join(" · ") },
    ];
    return [{ title: t("Profile"), items }];
  },
};

export const answerEvidence: Evidence = {
  keep: async ({ on, person, about: { subject, id } }) => {
    const answers = await listKeptAnswers(person.id, on);
    const reported = answers.find(({ day }) => day === splitAnswerId(id)?.day);
    return { answer: (subject === "answer" ? reported : answers[0]) ?? null };
  },
  show: ({ answer }) =>
    answer
      ? [
          {
            title: t("Question of the day"),
            items: [{ strong: t(questionTexts[answer.question]) }, { text: formatAnswer(answer) }],
          },
        ]
      : [],
};

export const playlistEvidence: Evidence = {
  keep: async ({ on, about: { subject, id } }) => {
    const { name, description, pictureId } = playlist;
    const isIt = eq(playlist.id, id);
    const columns = { id: playlist.id, name, description, pictureId };
    const [found] = subject === "playlist" ? await on.select(columns).from(playlist).where(isIt) : [];
    if (!found) return { playlist: null };
    const { artist, title, album, addedBy, playlistId, position } = playlistSong;
    const isByOwner = sql<boolean>`${addedBy} is ${playlist.ownerId}`.mapWith(Boolean);
    const songs = await on
      .select({ artist, title, album, isByOwner })
      .from(playlistSong)
      .innerJoin(playlist, eq(playlist.id, playlistId))
      .where(eq(playlistId, id))
      .orderBy(position);
    const textsOf = ({ artist, title, album }: (typeof songs)[number]) => [artist, title, album];
    return { playlist: { ...found, songs: takeWithin(SONGS_BYTES, songs, textsOf) } };
  },
  show: ({ playlist }) => {
    if (!playlist) return [];
    const { name, description, pictureId, songs } = playlist;
    const lines = songs.map(({ artist, title, album, isByOwner = true }) => {
      const song = [artist, title, album].filter(Boolean).join(" · ");
      return isByOwner ? song : t("{song} (added by someone else)", { song });
    });
    const items = [
      { strong: name },
      { text: description },
      { pictures: pictureId ? [{ id: pictureId, alt: t("Playlist cover") }] : [] },
      { list: lines },
    ];
    return [{ title: t("Playlist"), items }];
  },
};

export const recordEvidence: Evidence = {
  keep: async ({ on, person }) => {
    const isOwn = eq(record.memberId, person.id);
    const newest = (where: SQL | undefined) =>
      on.select().from(record).where(where).orderBy(desc(record.createdAt), asc(record.id)).limit(RECORDS);
    const noted = await newest(and(isOwn, ne(record.notes, "")));
    const shown = person.showsCollection ? await newest(and(isOwn, eq(record.wanted, false))) : [];
    const notes = noted.map(({ id, artist, album, notes }) => ({ recordId: id, artist, album, text: notes }));
    const records = shown.map(({ artist, album }) => ({ artist, album }));
    return {
      recordNotes: takeWithin(NOTES_BYTES, notes, ({ artist, album, text }) => [artist, album, text]),
      records: takeWithin(RECORDS_BYTES, records, Object.values),
    };
  },
  show: ({ records = [], recordNotes }) => {
    const shown = records.map(({ artist, album }) => t("{album} by {artist}", { album, artist })).join(" · ");
    const notes = recordNotes.map(({ artist, album, text }) => `${artist} · ${album}\n${text}`);
    return [
      { title: t("Records on their page"), items: [{ soft: shown }] },
      { title: t("Record notes"), items: [{ list: notes }] },
    ];
  },
};

export const planEvidence: Evidence = {
  keep: async ({ on, person, about: { subject, id } }) => {
    if (subject !== "conversation" && subject !== "message") return { plans: [] };
    const ofMessage = on
      .select({ id: message.conversationId })
      .from(message)
      .where(eq(message.id, subject === "message" ? id : ""));
    const rows = await on
      .select()
      .from(plan)
      .where(or(eq(plan.conversationId, id), inArray(plan.conversationId, ofMessage)))
      .orderBy(desc(plan.createdAt), asc(plan.id))
      .limit(PLANS);
    return {
      plans: rows.map((row) => ({
        ...{ place: row.place, day: row.day, minutes: row.minutes, sentence: row.sentence },
        ...{ isOwn: row.proposedBy === person.id, isCancelledByThem: row.cancelledBy === person.id },
        state: stateOf(row),
      })),
    };
  },
  show: ({ plans = [] }) => {
    const lines = plans.map(({ place, day, minutes, isOwn, state, sentence, isCancelledByThem }) => {
      const when = `${toDate(day)} ${toTime(minutes)}`;
      const said =
        sentence &&
        `\n${isCancelledByThem ? t("They said: {sentence}", { sentence }) : t("The other said: {sentence}", { sentence })}`;
      const proposed = isOwn
        ? t(
            "{state, select, proposed {proposed by them, proposed} accepted {proposed by them, accepted} declined {proposed by them, declined} cancelled {proposed by them, cancelled} other {proposed by them, over}}",
            { state },
          )
        : t(
            "{state, select, proposed {proposed to them, proposed} accepted {proposed to them, accepted} declined {proposed to them, declined} cancelled {proposed to them, cancelled} other {proposed to them, over}}",
            { state },
          );
      return `${place} · ${when} · ${proposed}${said}`;
    });
    return [{ title: t("Plans to meet"), items: [{ list: lines }] }];
  },
};

export const showEvidence: Evidence = {
  keep: async ({ on, person, about: { subject, id } }) => {
    const { day, venue, placeName, link, note } = show;
    const isReported = sql`${show.id} = ${subject === "show" ? id : ""}`;
    const shows = await on
      .select({
        ...{ id: show.id, day, venue, placeName, link, note },
        artists: artistNames(),
      })
      .from(show)
      .where(eq(show.addedBy, person.id))
      .orderBy(desc(isReported), desc(show.createdAt), asc(show.id))
      .limit(SHOWS);
    return { shows };
  },
  show: ({ shows = [] }) => {
    const lines = shows.map(({ artists, day, venue, placeName, link, note }) =>
      [`${artists.join(" + ")} · ${toDate(day)} · ${venue}, ${placeName}`, link, note]
        .filter(Boolean)
        .join("\n"),
    );
    return [{ title: t("Shows they added"), items: [{ list: lines }] }];
  },
};

/** The first of these whose texts together take at most this many bytes. */
function takeWithin<Item>(bytes: number, items: Item[], textsOf: (item: Item) => string[]): Item[] {
  let taken = 0;
  const end = items.findIndex((item) => {
    taken += Buffer.byteLength(textsOf(item).join(""));
    return taken > bytes;
  });
  return end < 0 ? items : items.slice(0, end);
}
