// What the two members of a conversation play in step: a shared song's preview, or a video.
import { msg, t } from "~/language/text";
import type { MessageDto } from "../message";
import { playerOf, playerPath } from "../player";
import { isShare } from "../share";

/** How long a player counts as present after its last renewal, and how often each renews. */
export const LEASE_MS = 20_000;
export const RENEW_MS = 5000;

/** Longer than any video. */
export const POSITION_MAX = 24 * 60 * 60 * 1000;

/** What a player can do in a joint play; `renew` only says that it is still there. */
export const jointPlaySteps = ["join", "renew", "play", "pause", "seek"] as const;
export type JointPlayStep = (typeof jointPlaySteps)[number];

/** A joint play in the API. It waits at its beginning until the other member joins. */
export type JointPlayDto = {
  id: string;
  conversationId: string;
  /** The message that shares what is played. */
  messageId: string;
  title: string;
  /** The URL of a song's preview; a song that turns out to have none has neither URL. */
  previewUrl?: string;
  /** The page with the player of a video. */
  playerUrl?: string;
  startedBy: string;
  isJoined: boolean;
  isPlaying: boolean;
  /** In ms, at `movedAt`. */
  position: number;
  movedAt: string;
  /** The time of this answer, by the clock of `movedAt`. */
  now: string;
  /** Grows with each change. */
  revision: number;
};

export const jointPlayMessages = {
  gone: msg("You're no longer listening together."),
  notPlayable: msg("This can't be played together."),
  listening: (title: string, name: string) => t("Listening to “{title}” with {name}", { title, name }),
  elsewhere: (title: string, name: string) =>
    t("Listening to “{title}” with {name} in another window", { title, name }),
};

/** What is played of a share; undefined if it can't be played in step. */
export function jointSourceOf(
  message: MessageDto,
): Pick<JointPlayDto, "title" | "previewUrl" | "playerUrl"> | undefined {
  if (message.messageType === "music_share") {
    const { previewUrl, metadata } = message;
    return previewUrl === undefined ? undefined : { title: metadata.title, previewUrl };
  }
  if (!isShare(message) || playerOf(message)?.site !== "youtube") return undefined;
  const { videoTitle } = { videoTitle: undefined, ...message.metadata };
  const title = videoTitle ?? message.link?.title ?? t("a video");
  return { title, playerUrl: `${playerPath(message)}?steered` };
}
