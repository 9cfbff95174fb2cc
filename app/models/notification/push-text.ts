// What lock screens say: nothing that names anybody unless the member allows it, and never what somebody wrote.
import type { NotificationDto } from "./notification";

type Texts = { plain: string; named?: (name: string) => string };

const account = { plain: "News about your account on B-Side" };

export const lockScreenTexts: Record<NotificationDto["kind"], Texts> = {
  match: { plain: "New match on B-Side", named: (name) => `You and ${name} are a match` },
  message: { plain: "New message on B-Side", named: (name) => `New message from ${name}` },
  request: { plain: "New message request on B-Side", named: (name) => `Message request from ${name}` },
  reaction: { plain: "New reaction on B-Side", named: (name) => `${name} reacted to your message` },
  challenge: { plain: "New trivia challenge on B-Side", named: (name) => `${name} challenged you to trivia` },
  move: { plain: "Your move in trivia on B-Side", named: (name) => `Your move against ${name} in trivia` },
  game: {
    plain: "News about a trivia game on B-Side",
    named: (name) => `News about your trivia game with ${name}`,
  },
  invitation: {
    plain: "New playlist invitation on B-Side",
    named: (name) => `${name} invited you to a playlist`,
  },
  song: { plain: "New song in a playlist on B-Side", named: (name) => `${name} added a song to a playlist` },
  report: { plain: "News about your report on B-Side" },
  decision: account,
  appeal: account,
  "sign-in": { plain: "New sign-in to your B-Side account" },
};
