// The songs that trivia questions are about, playable at addresses that don't give them away.
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";
import type { Song, Sound } from "~/integrations/deezer.server";
import { getPreview, previewOf } from "~/models/preview.server";
import { previewKeyOf } from "~/models/song";
import { type BankQuestion, questionBank } from "./question-bank.server";

/** Questions about who sings a song; the answer is the artist. */
const SUNG =
  /^(?:Which (?:band|duo|group) (?:recorded|sings|sang)|Who (?:recorded|sings|sang)|Whose song is) “([^”]+)”/;
/** Questions about which record a song is on. */
const ON_RECORD = /^Which (.+) (?:album|record) (?:has|begins with|ends with) “([^”]+)”\?$/;

/** The songs by the questions about them. */
const songs = new Map(
  questionBank.flatMap((each) => Array.from(songOf(each), (song) => [each.question, song])),
);

function* songOf({ question, correctAnswer, category }: BankQuestion): Generator<Song> {
  const [, sung] = SUNG.exec(question) ?? [];
  if (category === "artist" && sung) yield { artist: correctAnswer, title: sung };
  const [, artist, title] = ON_RECORD.exec(question) ?? [];
  if (category === "album" && artist && title) yield { artist, title };
}

/** The URL that plays a question's song to a member; undefined without previews, and for questions that aren't about a song. */
export function clipOf(memberId: number, question: string): { clipUrl?: string } {
  if (!env.previews || !asksForSong(question)) return {};
  return { clipUrl: `/trivia/clips/${clipKey(memberId, question)}` };
}

/**
 * The sound at a key of `clipOf()`, or the part of it that `range` names; undefined for another member's key and any other.
 * Refuses as `getPreview()` does.
 */
export async function getClip(
  memberId: number,
  key: string,
  range: string | null,
): Promise<Sound | undefined> {
  const [, song] = [...songs].find(([question]) => clipKey(memberId, question) === key) ?? [];
  const { previewUrl } = song ? previewOf(song) : {};
  return song && previewUrl ? getPreview(memberId, previewKeyOf(previewUrl), song, range) : undefined;
}

/** Whether a question of the bank is about a song, and so can have a clip. */
export function asksForSong(question: string): boolean {
  return songs.has(question);
}

function clipKey(memberId: number, question: string): string {
  // Not translated: a code.
  return keyedDigest(`clip ${memberId} ${question}`);
}
