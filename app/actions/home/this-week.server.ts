// What was new for a member in the last seven days: the section "This week on your side" of the home screen.
import type { WeekLine } from "~/components/home/dashboard";
import { describeDate } from "~/days";
import { DAY_MS } from "~/durations";
import { t } from "~/language/text";
import { artistPath } from "~/models/artist/artist";
import { findNewsOfArtists } from "~/models/match/news-of-artists.server";
import { findNewRecordInCommon } from "~/models/match/records-in-common.server";
import { findRisenArtist } from "~/models/music/fans.server";
import { findGrownPlaylist } from "~/models/playlist/playlist-list.server";
import { faceOf } from "~/models/public-member";
import { NEAR_MILES, nameShow, shortTown } from "~/models/show/show";
import { findNextShow } from "~/models/show/show-list.server";
import { showPath } from "~/models/show/show-path";
import { gamePath } from "~/models/trivia/game-path";
import { getPlayers } from "~/models/trivia/trivia";
import { findRematch } from "~/models/trivia/trivia.server";

const MAX_LINES = 5;

/**
 * Five lines at most, one of each kind: the next show near the member by an artist of theirs; an album that a match also owns,
 * a game to play again, a shared playlist that the other added songs to; a record or playlist with one of the member's artists
 * that somebody has added, and somebody who lists one and has joined; and an artist whom more people love.
 */
export async function listWeek(memberId: number, now = Date.now()): Promise<WeekLine[]> {
  const since = new Date(now - 7 * DAY_MS);
  const [show, record, rematch, playlist, news, artist] = await Promise.all([
    describeShow(memberId, now),
    describeRecord(memberId, since),
    describeRematch(memberId, since),
    describePlaylist(memberId, since),
    describeNews(memberId, since),
    describeArtist(memberId, since),
  ]);
  const lines = [show, record, playlist, ...news, rematch, artist].flatMap((line) => line ?? []);
  // Two of them may lead to the same person.
  const isFirst = ({ to }: WeekLine, index: number) => lines.findIndex((line) => line.to === to) === index;
  return lines.filter(isFirst).slice(0, MAX_LINES);
}

/** The next show of the member's artists. */
async function describeShow(memberId: number, now: number): Promise<WeekLine | undefined> {
  const show = await findNextShow(memberId, NEAR_MILES, now);
  if (!show) return undefined;
  const { artists, date, venue, town } = show;
  return {
    picture: { artist: "", title: artists[0] ?? "", url: null },
    title: nameShow(artists),
    text: t("Live on {date} at {venue}, {town}.", {
      date: describeDate(date),
      venue,
      town: shortTown(town),
    }),
    to: showPath(show.id),
  };
}

/** What people whom the member could meet have added of the member's artists. */
async function describeNews(memberId: number, since: Date): Promise<(WeekLine | undefined)[]> {
  const { added, made, joined } = await findNewsOfArtists(memberId, since);
  return [
    added && {
      picture: { artist: added.record.artist, title: added.record.album, url: added.record.imageUrl },
      title: added.record.album,
      text: t("{name} added this record by {artist}.", {
        name: added.owner.firstName,
        artist: added.record.artist,
      }),
      to: `/members/${added.owner.id}`,
    },
    made && {
      picture: { artist: "", title: made.name, url: made.coverImageUrl },
      title: made.name,
      text: t("{name} made a playlist with {artist} on it.", {
        name: made.owner.firstName,
        artist: made.artist,
      }),
      to: `/playlists/${made.id}`,
    },
    joined && {
      picture: joined.face,
      title: joined.name,
      text: t("New here, and loves {artist} too.", { artist: joined.artist }),
      to: `/members/${joined.id}`,
    },
  ];
}

async function describeRecord(memberId: number, since: Date): Promise<WeekLine | undefined> {
  const found = await findNewRecordInCommon(memberId, since);
  if (!found) return undefined;
  const { record, owner } = found;
  const { artist, album, imageUrl } = record;
  return {
    picture: { artist, title: album, url: imageUrl },
    title: album,
    text: t("You and {name} both own it.", { name: owner.firstName }),
    to: `/members/${owner.id}`,
  };
}

async function describeRematch(memberId: number, since: Date): Promise<WeekLine | undefined> {
  const game = await findRematch(memberId, since);
  if (!game) return undefined;
  const viewerId = String(memberId);
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  const hasWon = game.winnerId === viewerId;
  const scores = { ownScore, opponentScore };
  return {
    picture: faceOf(opponent),
    title: t("Trivia with {name}", { name: opponent.firstName }),
    text:
      game.winnerId === null
        ? t("It was a draw, {ownScore} – {opponentScore}. Play again?", scores)
        : hasWon
          ? t("You won, {ownScore} – {opponentScore}. Play again?", scores)
          : t("{name} won, {ownScore} – {opponentScore}. Play again?", {
              name: opponent.firstName,
              ...scores,
            }),
    to: gamePath(game.id),
  };
}

async function describePlaylist(memberId: number, since: Date): Promise<WeekLine | undefined> {
  const grown = await findGrownPlaylist(memberId, since);
  if (!grown) return undefined;
  const { id, name, coverImageUrl, addedBy, songs } = grown;
  return {
    picture: { artist: "", title: name, url: coverImageUrl },
    title: name,
    text: t("{name} added {songs, plural, one {a song} other {# songs}}.", { name: addedBy, songs }),
    to: `/playlists/${id}`,
  };
}

async function describeArtist(memberId: number, since: Date): Promise<WeekLine | undefined> {
  const risen = await findRisenArtist(memberId, since);
  const to = risen && artistPath(risen.name);
  if (!to) return undefined;
  const { name, atLeast } = risen;
  return {
    picture: { artist: "", title: name, url: null },
    title: name,
    text: atLeast
      ? t("At least {count} people here love them now.", { count: atLeast })
      : t("Few people here love them now."),
    to,
  };
}
