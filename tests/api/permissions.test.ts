// The permissions of every route: by method, kind of body and kind of member.
import { randomUUID } from "node:crypto";
import { client, db } from "db/client.server";
import { session } from "db/schema";
import { beforeAll, expect, test } from "vitest";
import { shareApp } from "../app";
import { photo } from "../fakes/picture-files";
import { routeFiles } from "../routes";
import type { Browser } from "./client";
import { decide, makeConversation, type Person, setConfirmed } from "./people";
import { openUpload, uploadPicture } from "./upload-picture";

/** The status for a visitor, a stranger, a former match, and the other participant. */
type Answers = [visitor: number, stranger: number, exMatch: number, participant: number];
type Cell = (typeof cells)[number];
type Actor = (typeof actors)[number];
/** Ada's things that `actor` could know: those they once shared, or have found out about. */
type Known = Record<
  | "ada"
  | "talk"
  | "share"
  | "play"
  | "match"
  | "record"
  | "playlist"
  | "song"
  | "game"
  | "round"
  | "connection"
  | "upload"
  | "picture"
  | "photo",
  string
>;

type Row = {
  at: string | ((known: Known) => string);
  body?: (
    known: Known,
  ) => Record<string, string | number | boolean | string[] | Record<string, string | number>>;
  /** Signs the actor out, so that each request needs a new session. */
  ends?: true;
  /** Asks members who signed in more than ten minutes ago who they are, and is sent such requests. */
  asksAgain?: true;
} & { GET: Answers } & Partial<Record<Cell, Answers>>;

const cells = [
  "GET",
  ...(["POST", "PUT", "PATCH", "DELETE"] as const).flatMap(
    (method) => [`${method} form`, `${method} JSON`] as const,
  ),
] as const;
const actors = ["visitor", "stranger", "ex-match", "participant"] as const;
/** Who sends what a route has no method for: nobody is looked up for that, so one member stands for all. */
const twoActors = ["visitor", "participant"] as const;
const NOBODY: Answers = [404, 404, 404, 404];
const ABSENT = { GET: NOBODY, "POST form": NOBODY, "POST JSON": NOBODY };
/** Nothing but a 404 for everybody but moderators, who are in the tests below. */
const STAFF = ABSENT;
const MEMBERS: Answers = [404, 200, 200, 200];
/** Her own pages, which are gone for a former match. */
const HER_PAGE: Answers = [404, 200, 404, 200];
const API: Answers = [401, 200, 200, 200];
const NO_METHOD: Answers = [401, 405, 405, 405];
const NO_FORM: Answers = [401, 415, 415, 415];

const EVERYBODY: Answers = [200, 200, 200, 200];
const NO_ONE: Answers = [405, 405, 405, 405];
/** A form's URL without a page; a browser returns to where it was with a notice, whatever the result. */
const BUTTON = {
  GET: NOBODY,
  "POST form": [401, 303, 303, 303] as Answers,
  "POST JSON": [404, 415, 415, 415] as Answers,
};
/** Redirects to the page that asks members who they are. */
const ASKING = {
  asksAgain: true,
  GET: [404, 303, 303, 303] as Answers,
  "POST form": [401, 303, 303, 303] as Answers,
  "POST JSON": [404, 403, 403, 403] as Answers,
} as const;
const FORM = {
  "POST form": [401, 303, 303, 303] as Answers,
  "POST JSON": [404, 415, 415, 415] as Answers,
};
/** A sign-in that this browser has not started; signed-in members are redirected home. */
const SIGN_IN = {
  GET: [400, 302, 302, 302] as Answers,
  "POST form": [400, 302, 302, 302] as Answers,
  "POST JSON": [400, 302, 302, 302] as Answers,
};
const ONLY_GET = Object.fromEntries(
  ["POST", "PUT", "PATCH", "DELETE"].flatMap((method) => [
    [`${method} form`, NO_ONE],
    [`${method} JSON`, NO_ONE],
  ]),
);

/** What differs between two responses to the same request. */
const CHANGING = /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|lastEventId\W+[\w-]{54}/g;

const aSong = () => ({ artist: "Can", title: "Vitamin C", id: randomUUID() });
const aPlaylist = () => ({ name: "Slow trains", id: randomUUID() });
const aQuestion = {
  roundNumber: 1,
  question: "Who?",
  correctAnswer: "Can",
  options: ["Can", "Faust"],
  category: "artist",
  difficulty: "easy",
};
const aConnection = () => ({ service: "spotify", serviceUserId: "x", serviceUsername: "x" });
const like = ({ ada }: Known) => ({ targetUserId: ada, liked: "true" });

const rows: Record<string, Row> = {
  "account-status._index.tsx": { at: "/account-status", GET: MEMBERS },
  "account-status.$id.acknowledge.ts": { at: "/account-status/none/acknowledge", ...BUTTON },
  "account-status.$id.appeal.tsx": {
    at: "/account-status/none/appeal",
    body: () => ({ words: "It wasn't me." }),
    GET: NOBODY,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [404, 415, 415, 415],
  },
  "moderation._index.tsx": { at: "/moderation", ...STAFF },
  "moderation.appeals.$id.tsx": { at: "/moderation/appeals/none", ...STAFF },
  "moderation.appeals._index.tsx": { at: "/moderation/appeals", ...STAFF },
  "moderation.cases.$id._index.tsx": { at: "/moderation/cases/none", ...STAFF },
  "moderation.cases.$id.claim.ts": { at: "/moderation/cases/none/claim", ...STAFF },
  "moderation.cases.$id.release.ts": { at: "/moderation/cases/none/release", ...STAFF },
  "moderation.log._index.tsx": { at: "/moderation/log", ...STAFF },
  "moderation.log.export[.]csv.ts": { at: "/moderation/log/export.csv", ...STAFF },
  "moderation.members.tsx": { at: "/moderation/members?q=ada", ...STAFF },
  "moderation.photos.$id.ts": { at: "/moderation/photos/none", ...STAFF },
  "moderation.photos._index.tsx": { at: "/moderation/photos", ...STAFF },
  "moderation.attachments.$id.ts": { at: ({ photo }) => `/moderation/attachments/${photo}`, ...STAFF },
  "moderation.pictures.$file.ts": {
    at: ({ picture }) => picture.replace("/pictures", "/moderation/pictures"),
    ...STAFF,
  },
  "transparency.tsx": { at: "/transparency", GET: MEMBERS },
  "$.tsx": { at: "/no-such-page", GET: NOBODY, "POST form": NOBODY, "POST JSON": NOBODY },
  "_index.tsx": { at: "/", GET: EVERYBODY },
  // admin.test.ts has the operators.
  "admin.tsx": { at: "/admin", GET: NOBODY, "POST form": NOBODY, "POST JSON": NOBODY },
  "api.$.ts": {
    at: "/api/no-such-call",
    GET: NOBODY,
    "POST form": NOBODY,
    "POST JSON": NOBODY,
    "PUT form": NOBODY,
    "PUT JSON": NOBODY,
    "PATCH form": NOBODY,
    "PATCH JSON": NOBODY,
    "DELETE form": NOBODY,
    "DELETE JSON": NOBODY,
  },
  "artists.$key._index.tsx": { at: "/artists/broadcast", GET: MEMBERS },
  "artists.$key.add.ts": { at: "/artists/broadcast/add", body: () => ({ name: "Broadcast" }), ...BUTTON },
  "api.artists._index.ts": { at: "/api/artists?q=bro", GET: API },
  "api.artists.$key.ts": { at: "/api/artists/broadcast", GET: API },
  // Without a contact.
  "api.catalog.releases._index.ts": {
    at: "/api/catalog/releases?title=Ege+Bamyasi",
    GET: [401, 503, 503, 503],
    "POST form": NO_METHOD,
    "POST JSON": NO_METHOD,
  },
  "api.catalog.releases.$id.cover.ts": {
    at: "/api/catalog/releases/none/cover",
    GET: NO_METHOD,
    "POST form": [401, 503, 503, 503],
    "POST JSON": [401, 503, 503, 503],
  },
  "api.record-covers.ts": {
    at: "/api/record-covers",
    body: () => ({ step: "start" }),
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 503, 503, 503],
  },
  "catalog.covers.$id.ts": { at: "/catalog/covers/none", GET: NOBODY },
  "records_.covers.ts": { at: "/records/covers", body: () => ({ step: "start" }), ...BUTTON },
  "api.auth.logout.ts": {
    at: "/api/auth/logout",
    ends: true,
    GET: NO_METHOD,
    "POST form": [303, 303, 303, 303],
    "POST JSON": EVERYBODY,
  },
  "api.auth.user.ts": { at: "/api/auth/user", GET: API },
  "api.callback.tsx": { at: "/api/callback", GET: [400, 400, 400, 400], ...ONLY_GET },
  "api.conversations.$id.messages.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/messages`,
    body: () => ({ content: "Hello", id: randomUUID() }),
    GET: [401, 404, 404, 200],
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 201],
  },
  "api.conversations.$id.joint-play.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/joint-play`,
    body: ({ play, share }) => ({ id: play, messageId: share }),
    GET: [401, 404, 404, 404],
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 201],
  },
  // The one just started.
  "api.joint-plays.$id.ts": {
    at: ({ play }) => `/api/joint-plays/${play}`,
    body: () => ({ step: "renew" }),
    GET: NO_METHOD,
    "PATCH form": NO_FORM,
    "PATCH JSON": [401, 404, 404, 200],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 204],
  },
  "api.conversations.$id.openers.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/openers`,
    GET: [401, 404, 404, 200],
  },
  // What the POST closes, the DELETE reopens.
  "api.conversations.$id.goodbye.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/goodbye`,
    body: () => ({ content: "Goodbye", id: randomUUID() }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 200],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 204],
  },
  "api.conversations._index.ts": {
    at: "/api/conversations",
    body: like,
    GET: API,
    "POST form": NO_FORM,
    // Strangers have to like first; a former match stays apart from her for good.
    "POST JSON": [401, 403, 404, 201],
  },
  "api.cover-images.ts": {
    at: "/api/cover-images",
    body: ({ picture }) => ({ coverImageURL: picture }),
    GET: NO_METHOD,
    "PUT form": NO_FORM,
    "PUT JSON": [401, 404, 404, 404],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 204, 204, 204],
  },
  "api.discover.ts": { at: "/api/discover", GET: API },
  // Without a key.
  "api.lastfm.user.$username.ts": { at: "/api/lastfm/user/rj", GET: [401, 503, 503, 503] },
  "api.login.tsx": { at: "/api/login", GET: [302, 302, 302, 302], ...ONLY_GET },
  "api.logout.tsx": {
    at: "/api/logout",
    ends: true,
    ...ONLY_GET,
    GET: [302, 302, 302, 302],
  },
  "api.matches._index.ts": {
    at: "/api/matches",
    body: like,
    GET: API,
    "POST form": NO_FORM,
    // A former match cannot like her again.
    "POST JSON": [401, 201, 404, 201],
  },
  "api.members.$id._index.ts": { at: ({ ada }) => `/api/members/${ada}`, GET: [401, 200, 404, 200] },
  "api.members.$id.like.ts": {
    at: ({ ada }) => `/api/members/${ada}/like`,
    // Her profile has no answers.
    body: () => ({ content: "Me too!", quote: { type: "prompt", prompt: "b_side" } }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 400, 404, 400],
  },
  "api.matches.mutual.ts": { at: "/api/matches/mutual", GET: API },
  "api.messages.search.ts": { at: "/api/messages/search?q=hello", GET: API },
  "api.messages.youtube.ts": {
    at: "/api/messages/youtube",
    body: ({ talk }) => ({ conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 201],
  },
  // What another has written is nobody's to change.
  "api.messages.$id._index.ts": {
    at: ({ share }) => `/api/messages/${share}`,
    body: () => ({ content: "Not mine" }),
    GET: NO_METHOD,
    "PATCH form": NO_FORM,
    "PATCH JSON": [401, 404, 404, 404],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.messages.$id.versions.ts": {
    at: ({ share }) => `/api/messages/${share}/versions`,
    GET: [401, 404, 404, 200],
  },
  "api.messages.$id.reaction.ts": {
    at: ({ share }) => `/api/messages/${share}/reaction`,
    body: () => ({ reaction: "heart" }),
    GET: NO_METHOD,
    "PUT form": NO_FORM,
    "PUT JSON": [401, 404, 404, 204],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 204],
  },
  "api.listening-history.ts": {
    at: "/api/listening-history",
    // Nobody has sent a file.
    GET: [401, 404, 404, 404],
    // It takes any bytes, and a form without fields has none.
    "PUT form": [401, 400, 400, 400],
    "PUT JSON": [401, 201, 201, 201],
  },
  "api.music-connections.$id.ts": {
    at: ({ connection }) => `/api/music-connections/${connection}`,
    GET: NO_METHOD,
    // Without a body there is no form.
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.music-connections._index.ts": {
    at: "/api/music-connections",
    body: aConnection,
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 201, 201, 201],
  },
  "api.music-preferences.ts": {
    at: "/api/music-preferences",
    body: like,
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 400, 400, 400],
  },
  "api.notifications._index.ts": { at: "/api/notifications", GET: API },
  "api.notifications.read.ts": {
    at: "/api/notifications/read",
    body: () => ({ all: true }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 204, 204, 204],
  },
  "api.notifications.settings.ts": {
    at: "/api/notifications/settings",
    body: () => ({ matchPage: true }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
  },
  "api.notifications.browsers._index.ts": {
    at: "/api/notifications/browsers",
    body: () => ({ endpoint: "https://push.example/ada" }),
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 400, 400, 400],
  },
  "api.notifications.browsers.$id._index.ts": {
    at: "/api/notifications/browsers/none",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.notifications.browsers.$id.test.ts": {
    at: "/api/notifications/browsers/none/test",
    GET: NO_METHOD,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [401, 404, 404, 404],
  },
  "notifications.tsx": { at: "/notifications", GET: MEMBERS, ...FORM },
  // Its token says what may be done.
  "unsubscribe.tsx": {
    at: "/unsubscribe?token=none",
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [400, 400, 400, 400],
  },
  "api.profile._index.ts": {
    at: "/api/profile",
    body: () => ({ bio: "", age: "30", location: "Portland, Oregon" }),
    GET: NO_METHOD,
    "PATCH form": NO_FORM,
    "PATCH JSON": API,
  },
  "api.profile.privacy.ts": {
    at: "/api/profile/privacy",
    body: () => ({ showsSeen: true }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
  },
  "api.profile.listening.ts": {
    at: "/api/profile/listening",
    body: () => ({ service: "bandcamp" }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
  },
  "api.profile.wishes.ts": {
    at: "/api/profile/wishes",
    body: () => ({ meets: [] }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
  },
  "api.profile-images.ts": {
    at: "/api/profile-images",
    body: ({ picture }) => ({ profileImageURL: picture, profileImageFocus: { x: 20, y: 80 } }),
    GET: NO_METHOD,
    "PUT form": NO_FORM,
    "PUT JSON": [401, 404, 404, 404],
    "PATCH form": NO_FORM,
    "PATCH JSON": [401, 409, 409, 409],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 204, 204, 204],
  },
  "api.record-collections.$id.ts": {
    at: ({ record }) => `/api/record-collections/${record}`,
    body: () => ({ artist: "Can", album: "Future Days" }),
    GET: NO_METHOD,
    "PUT form": NO_FORM,
    "PUT JSON": [401, 404, 404, 404],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.record-collections._index.ts": {
    at: "/api/record-collections",
    body: () => ({ artist: "Can", album: "Tago Mago", id: randomUUID() }),
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 201, 201, 201],
  },
  "api.objects.upload.$id.ts": {
    at: ({ upload }) => `/api/objects/upload/${upload}`,
    GET: NO_METHOD,
    "PUT form": [401, 404, 404, 404],
    "PUT JSON": [401, 404, 404, 404],
  },
  "api.objects.upload._index.ts": {
    at: "/api/objects/upload",
    GET: NO_METHOD,
    // Without a body there is no wrong type.
    "POST form": [401, 201, 201, 201],
    "POST JSON": [401, 201, 201, 201],
  },
  "api.playlists.$id._index.ts": {
    at: ({ playlist }) => `/api/playlists/${playlist}`,
    GET: [401, 404, 404, 200],
  },
  "api.playlists.$id.songs.ts": {
    at: ({ playlist }) => `/api/playlists/${playlist}/songs`,
    body: aSong,
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 201],
  },
  "api.playlists._index.ts": {
    at: "/api/playlists",
    body: aPlaylist,
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 201, 201, 201],
  },
  "api.reports.ts": {
    at: "/api/reports",
    body: ({ talk }) => ({ about: `conversation:${talk}`, reason: "hate" }),
    GET: API,
    "POST form": NO_FORM,
    // A former match can report the conversation that ended.
    "POST JSON": [401, 404, 201, 201],
  },
  "api.trivia-games.$id._index.ts": {
    at: ({ game }) => `/api/trivia-games/${game}`,
    GET: [401, 404, 404, 200],
  },
  "api.trivia-games.$id.answer.ts": {
    at: ({ game }) => `/api/trivia-games/${game}/answer`,
    // An invalid answer: members who may not answer don't learn that.
    body: ({ round }) => ({ questionId: round, answer: "" }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 400],
  },
  "api.trivia-games._index.ts": {
    at: "/api/trivia-games",
    body: ({ ada }) => ({ player2Id: ada, id: randomUUID() }),
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 201, 404, 409],
  },
  "api.trivia-questions.ts": {
    at: "/api/trivia-questions",
    body: ({ game }) => ({ ...aQuestion, gameId: game }),
    GET: NO_METHOD,
    "POST form": NO_FORM,
    // Only the player who started the game can add questions.
    "POST JSON": [401, 404, 404, 403],
  },
  // Without PREVIEWS there are none; previews.test.ts has the others.
  "previews.$key.ts": { at: "/previews/none?artist=Can&title=Vitamin+C", GET: NOBODY },
  "sleeves.$file.ts": { at: "/sleeves/1.svg?title=Can", GET: EVERYBODY },
  "avatars.$file.ts": { at: "/avatars/Ada.svg", GET: EVERYBODY },
  "counts.ts": { at: "/counts", GET: API },
  "discover._index.tsx": { at: "/discover", GET: MEMBERS },
  "discover.decide.ts": { at: "/discover/decide", body: like, ...BUTTON },
  "discover.undo.ts": { at: "/discover/undo", body: like, ...BUTTON },
  "signed-out[.]css.ts": { at: "/signed-out.css", GET: EVERYBODY },
  "[.]well-known.change-password.ts": { at: "/.well-known/change-password", GET: [302, 302, 302, 302] },
  "help.tsx": { at: "/help", GET: EVERYBODY },
  "offline.tsx": { at: "/offline", GET: EVERYBODY },
  "matches._index.tsx": { at: "/matches", GET: MEMBERS },
  "matches.talk.ts": { at: "/matches/talk", body: like, ...BUTTON },
  "members.$id._index.tsx": { at: ({ ada }) => `/members/${ada}`, GET: HER_PAGE },
  "members.$id.decide.ts": { at: ({ ada }) => `/members/${ada}/decide`, body: like, ...BUTTON },
  "members.$id.undo.ts": { at: ({ ada }) => `/members/${ada}/undo`, body: like, ...BUTTON },
  "members.$id.like.tsx": {
    at: ({ ada }) => `/members/${ada}/like?prompt=b_side`,
    body: () => ({ content: "Me too!", prompt: "b_side" }),
    GET: HER_PAGE,
    "POST form": [401, 400, 404, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "members.$id.match.tsx": { at: ({ ada }) => `/members/${ada}/match`, GET: [404, 404, 404, 200] },
  "members.$id.mixtape.tsx": { at: ({ ada }) => `/members/${ada}/mixtape`, GET: [404, 404, 404, 200] },
  "members.$id.mixtape[.]png.ts": {
    at: ({ ada }) => `/members/${ada}/mixtape.png`,
    GET: [404, 404, 404, 200],
  },
  "members.$id.photos.$photoId.tsx": { at: ({ ada }) => `/members/${ada}/photos/ada`, GET: HER_PAGE },
  "members.$id.why.tsx": { at: ({ ada }) => `/members/${ada}/why`, GET: HER_PAGE },
  "discover.waiting.ts": { at: "/discover/waiting", ...BUTTON },
  "messages.$id.accept.ts": { at: ({ talk }) => `/messages/${talk}/accept`, ...BUTTON },
  "messages.$id.decline.ts": { at: ({ talk }) => `/messages/${talk}/decline`, ...BUTTON },
  "messages.$id.frame.tsx": { at: ({ talk }) => `/messages/${talk}/frame`, GET: [404, 404, 404, 200] },
  "messages.$id.joint-play.ts": {
    at: ({ talk }) => `/messages/${talk}/joint-play`,
    body: ({ play, share }) => ({ step: "start", id: play, messageId: share }),
    ...BUTTON,
  },
  "messages.$id.more.ts": { at: ({ talk }) => `/messages/${talk}/more`, GET: [401, 404, 404, 200] },
  "messages.$id.reaction.ts": {
    at: ({ talk }) => `/messages/${talk}/reaction`,
    body: ({ share }) => ({ messageId: share, reaction: "heart" }),
    ...BUTTON,
  },
  "messages.$id.delete.ts": {
    at: ({ talk }) => `/messages/${talk}/delete`,
    body: ({ share }) => ({ messageId: share }),
    ...BUTTON,
  },
  "messages.$id.read.ts": {
    at: ({ talk }) => `/messages/${talk}/read`,
    body: () => ({ sequence: 1 }),
    GET: NOBODY,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 204],
  },
  "attachments.$id.ts": { at: ({ photo }) => `/attachments/${photo}`, GET: [404, 404, 404, 200] },
  "api.conversations.$id.photos.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/photos`,
    GET: NO_METHOD,
    // It takes any bytes, and a form without fields has none.
    "POST form": [401, 404, 404, 400],
    "POST JSON": [401, 404, 404, 415],
  },
  // Without a file.
  "messages.$id.photo.tsx": {
    at: ({ talk }) => `/messages/${talk}/photo`,
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "api.conversations.$id.voice-notes.ts": {
    at: ({ talk }) => `/api/conversations/${talk}/voice-notes`,
    GET: NO_METHOD,
    // It takes any bytes, and a form without fields has none.
    "POST form": [401, 404, 404, 400],
    "POST JSON": [401, 404, 404, 415],
  },
  // Without a file.
  "messages.$id.voice.tsx": {
    at: ({ talk }) => `/messages/${talk}/voice`,
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "messages_.$id.photo.$messageId.tsx": {
    at: ({ talk, photo }) => `/messages/${talk}/photo/${photo}`,
    GET: [404, 404, 404, 200],
  },
  "messages.$id.share.tsx": {
    at: ({ talk }) => `/messages/${talk}/share`,
    body: () => ({ shareType: "song", artist: "Can", title: "Vitamin C", id: randomUUID() }),
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 303],
    "POST JSON": [404, 415, 415, 415],
  },
  "messages.$id.typing.ts": {
    at: ({ talk }) => `/messages/${talk}/typing`,
    body: () => ({ typing: true }),
    GET: NOBODY,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 204],
  },
  "messages.$id.video.tsx": {
    at: ({ talk }) => `/messages/${talk}/video`,
    body: () => ({ youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", id: randomUUID() }),
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 303],
    "POST JSON": [404, 415, 415, 415],
  },
  "messages.$id.tsx": {
    at: ({ talk }) => `/messages/${talk}`,
    body: () => ({ content: "Hello", id: randomUUID() }),
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 303],
    "POST JSON": [404, 415, 415, 415],
  },
  "messages_.$id.play.$messageId.tsx": {
    at: ({ talk }) => `/messages/${talk}/play/none`,
    ...ABSENT,
    "POST form": [401, 404, 404, 404],
  },
  "messages_.$id.message.$messageId.tsx": {
    at: ({ talk, share }) => `/messages/${talk}/message/${share}`,
    body: () => ({ content: "Not mine" }),
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 404],
    "POST JSON": [404, 415, 415, 415],
  },
  "messages_.$id.goodbye.tsx": {
    at: ({ talk }) => `/messages/${talk}/goodbye`,
    body: () => ({ content: "Goodbye", id: randomUUID() }),
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 303],
    // Ben has said goodbye by form before, so that the page leads to the conversation.
    "POST JSON": [404, 415, 415, 302],
  },
  // It reopens what the form before has closed.
  "messages.$id.reopen.ts": { at: ({ talk }) => `/messages/${talk}/reopen`, ...BUTTON },
  "messages_.search.tsx": { at: "/messages/search?q=hello", GET: MEMBERS },
  "messages_.goodbyes.tsx": { at: "/messages/goodbyes", GET: MEMBERS },
  "messages._index.tsx": { at: "/messages?index", GET: MEMBERS },
  "messages.tsx": { at: "/messages", GET: MEMBERS },
  "music-connections.tsx": {
    at: "/music-connections",
    body: () => ({ service: "youtube" }),
    GET: MEMBERS,
    ...FORM,
  },
  "music-connections_.$id.disconnect.ts": {
    at: ({ connection }) => `/music-connections/${connection}/disconnect`,
    ...BUTTON,
  },
  // It is unverified, so there is nothing to import, not even for Ada.
  "music-connections_.$id.import.tsx": {
    at: ({ connection }) => `/music-connections/${connection}/import`,
    body: () => ({ artists: "Can", playCount: 1 }),
    GET: NOBODY,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [404, 415, 415, 415],
  },
  "music-connections_.$id.refresh.ts": {
    at: ({ connection }) => `/music-connections/${connection}/refresh`,
    ...BUTTON,
  },
  "music-connections_.file.tsx": {
    at: "/music-connections/file",
    GET: MEMBERS,
    // It takes a file.
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  // Without credentials.
  "music-connections_.$service.callback.tsx": { at: "/music-connections/spotify/callback", GET: NOBODY },
  "music-connections_.$service.start.tsx": { at: "/music-connections/spotify/start", GET: NOBODY },
  "oidc.interaction.$uid._index.tsx": { at: "/oidc/interaction/no-such-sign-in", ...SIGN_IN },
  "oidc.interaction.$uid.challenge.ts": {
    at: "/oidc/interaction/no-such-sign-in/challenge",
    ...SIGN_IN,
    GET: NOBODY,
  },
  "oidc.interaction.$uid.code.tsx": { at: "/oidc/interaction/no-such-sign-in/code", ...SIGN_IN },
  "oidc.interaction.$uid.sign-up.tsx": { at: "/oidc/interaction/no-such-sign-in/sign-up", ...SIGN_IN },
  // Any member who knows a picture's URL can load it, since they can view the member too.
  "pictures.$file.ts": { at: ({ picture }) => picture, GET: MEMBERS },
  "playlists.new.tsx": { at: "/playlists/new", body: aPlaylist, GET: MEMBERS, ...FORM },
  "playlists.tsx": { at: "/playlists", GET: MEMBERS },
  "playlists_.$id.add.tsx": {
    at: ({ playlist }) => `/playlists/${playlist}/add`,
    body: aSong,
    GET: [404, 404, 404, 200],
    "POST form": [401, 404, 404, 303],
    "POST JSON": [404, 415, 415, 415],
  },
  "playlists_.$id.delete.tsx": { at: ({ playlist }) => `/playlists/${playlist}/delete`, ...BUTTON },
  "playlists_.$id.edit.tsx": {
    at: ({ playlist }) => `/playlists/${playlist}/edit`,
    body: aPlaylist,
    GET: NOBODY,
    // A collaborator does not own the playlist.
    "POST form": [401, 404, 404, 403],
    "POST JSON": [404, 415, 415, 415],
  },
  "playlists_.$id.tsx": { at: ({ playlist }) => `/playlists/${playlist}`, GET: [404, 404, 404, 200] },
  "playlists_.$id_.songs.$songId.move.ts": {
    at: ({ playlist, song }) => `/playlists/${playlist}/songs/${song}/move`,
    ...BUTTON,
  },
  "playlists_.$id_.songs.$songId.remove.ts": {
    at: ({ playlist, song }) => `/playlists/${playlist}/songs/${song}/remove`,
    ...BUTTON,
  },
  // Ben leaves here, so the rows above have to come first.
  "playlists_.$id.leave.tsx": {
    at: ({ playlist }) => `/playlists/${playlist}/leave`,
    ...BUTTON,
    GET: [404, 404, 404, 200],
  },
  "profile_.anthem.tsx": {
    at: "/profile/anthem",
    body: () => ({ shareType: "song", artist: "Can", title: "Spoon" }),
    GET: MEMBERS,
    ...FORM,
  },
  "profile_.anthem.remove.ts": { at: "/profile/anthem/remove", ...BUTTON },
  "api.profile.anthem.ts": {
    at: "/api/profile/anthem",
    body: () => ({ shareType: "song", artist: "Can", title: "Spoon" }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 204, 204, 204],
  },
  "profile_.prompts.tsx": {
    at: "/profile/prompts",
    body: () => ({ prompt1: "b_side", answer1: "Yes It Is" }),
    GET: MEMBERS,
    ...FORM,
  },
  "api.profile.prompts.ts": {
    at: "/api/profile/prompts",
    body: () => ({ prompts: [] }),
    GET: API,
    "PUT form": NO_FORM,
    "PUT JSON": API,
  },
  "profile_.photos.tsx": {
    at: "/profile/photos",
    GET: MEMBERS,
    // It takes files.
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "profile_.photos_.$id.tsx": {
    at: ({ picture }) => `/profile/photos/${/[\da-f]{8}-[\da-f-]{27}/.exec(picture)?.[0]}`,
    body: () => ({ focus: "50 30" }),
    GET: NOBODY,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [404, 415, 415, 415],
  },
  "profile_.photos_.$id_.move.ts": {
    at: ({ picture }) => `/profile/photos/${/[\da-f]{8}-[\da-f-]{27}/.exec(picture)?.[0]}/move`,
    body: () => ({ position: 1 }),
    ...BUTTON,
  },
  "profile_.photos_.$id_.remove.ts": {
    at: ({ picture }) => `/profile/photos/${/[\da-f]{8}-[\da-f-]{27}/.exec(picture)?.[0]}/remove`,
    ...BUTTON,
  },
  "api.profile.photos._index.ts": {
    at: "/api/profile/photos",
    body: ({ picture }) => ({ photos: [picture] }),
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 400, 400, 400],
  },
  "api.profile.photos.$id.ts": {
    at: ({ picture }) => `/api/profile/photos/${/[\da-f]{8}-[\da-f-]{27}/.exec(picture)?.[0]}`,
    body: () => ({ position: 1 }),
    GET: NO_METHOD,
    "PATCH form": NO_FORM,
    "PATCH JSON": [401, 404, 404, 404],
    "DELETE form": NO_FORM,
    "DELETE JSON": [401, 404, 404, 404],
  },
  "profile.$picture.tsx": {
    at: "/profile/photo",
    body: ({ picture }) => ({ address: picture }),
    GET: MEMBERS,
    // It takes a file, and no URL of a picture.
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "profile.tsx": {
    at: "/profile",
    body: () => ({ bio: "", age: "30", location: "Portland, Oregon" }),
    GET: MEMBERS,
    ...FORM,
  },
  "profile_.towns.ts": { at: "/profile/towns?begun=Port", GET: MEMBERS },
  "records.$id.delete.tsx": { at: ({ record }) => `/records/${record}/delete`, ...BUTTON },
  "records.$id.edit.tsx": {
    at: ({ record }) => `/records/${record}/edit`,
    body: () => ({ artist: "Can", album: "Future Days" }),
    GET: NOBODY,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [404, 415, 415, 415],
  },
  "records.import.tsx": {
    at: "/records/import",
    GET: MEMBERS,
    // It takes a file.
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "records.import_.$id.tsx": { at: `/records/import/${randomUUID()}`, ...BUTTON },
  "records.new.tsx": {
    at: "/records/new",
    body: () => ({ artist: "Can", album: "Tago Mago", id: randomUUID() }),
    GET: MEMBERS,
    ...FORM,
  },
  "records.tsx": { at: "/records", GET: MEMBERS },
  "records_.export[.]csv.ts": { at: "/records/export.csv", GET: MEMBERS },
  "welcome._index.ts": { at: "/welcome", GET: [404, 303, 303, 303] },
  "welcome.about.tsx": {
    at: "/welcome/about",
    body: () => ({ age: "30", location: "Portland, Oregon" }),
    GET: MEMBERS,
    ...FORM,
  },
  "welcome.music.tsx": {
    at: "/welcome/music",
    body: () => ({ topArtists: "Can", favoriteGenres: "Rock", end: "here" }),
    GET: MEMBERS,
    ...FORM,
  },
  "welcome.photo.tsx": {
    at: "/welcome/photo",
    body: ({ picture }) => ({ address: picture }),
    GET: MEMBERS,
    // It takes a file, and no URL of a picture.
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "welcome.people.tsx": { at: "/welcome/people", GET: MEMBERS },
  "trivia.new.tsx": {
    at: "/trivia/new",
    body: ({ ada }) => ({ player2Id: ada, id: randomUUID() }),
    GET: MEMBERS,
    ...FORM,
    // Two members have one open challenge at a time, and the stranger has made theirs by JSON.
    "POST form": [401, 409, 404, 409],
  },
  "trivia.tsx": { at: "/trivia", GET: MEMBERS },
  "trivia_.$id.frame.tsx": { at: ({ game }) => `/trivia/${game}/frame`, GET: [404, 404, 404, 200] },
  "trivia_.$id.resign.tsx": {
    at: ({ game }) => `/trivia/${game}/resign`,
    ...BUTTON,
    GET: [404, 404, 404, 200],
    // Ben has resigned by form before, so that the page leads to the game.
    "POST JSON": [404, 415, 415, 302],
  },
  "trivia_.$id.tsx": {
    at: ({ game }) => `/trivia/${game}`,
    body: ({ round }) => ({ questionId: round, answer: "" }),
    GET: [404, 404, 404, 200],
    // Ben has already resigned.
    "POST form": [401, 404, 404, 409],
    "POST JSON": [404, 415, 415, 415],
  },
  "trivia_.$id_.accept.ts": { at: ({ game }) => `/trivia/${game}/accept`, ...BUTTON },
  "trivia_.$id_.claim.ts": { at: ({ game }) => `/trivia/${game}/claim`, ...BUTTON },
  "trivia_.$id_.rematch.ts": { at: ({ game }) => `/trivia/${game}/rematch`, ...BUTTON },
  "report.tsx": {
    at: ({ talk }) => `/report?about=conversation:${talk}`,
    body: ({ talk }) => ({ about: `conversation:${talk}`, reason: "hate" }),
    GET: [404, 404, 200, 200],
    "POST form": [401, 404, 303, 303],
    "POST JSON": [404, 415, 415, 415],
  },
  "report_.done.tsx": { at: "/report/done", GET: MEMBERS },
  "settings.tsx": { at: "/settings", GET: MEMBERS },
  // These need a code, token or current password that no one here knows.
  "forgot-password.tsx": {
    at: "/forgot-password",
    body: () => ({ email: "ada@example.org", code: "00000-00000", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  "forgot-password_.code.tsx": {
    at: "/forgot-password/code",
    body: () => ({ email: "ada@example.org", code: "00000-00000", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  // Without a mail server none of these exist; mail.test.ts has one.
  "confirm-email.tsx": { at: "/confirm-email?token=none", ...ABSENT },
  "restore-email.tsx": { at: "/restore-email?token=none", ...ABSENT },
  "settings_.email.tsx": { at: "/settings/email", ...ABSENT },
  "settings_.email_.confirm.ts": { at: "/settings/email/confirm", ...ABSENT },
  "oidc.interaction.$uid.create.tsx": { at: "/oidc/interaction/none/create?token=none", ...ABSENT },
  "settings_.activity.tsx": { at: "/settings/activity", GET: MEMBERS },
  "reset-password.tsx": {
    at: "/reset-password?token=none",
    body: () => ({ token: "none", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  "settings_.password.tsx": {
    at: "/settings/password",
    body: () => ({ currentPassword: "not mine", newPassword: "a fine new password" }),
    GET: MEMBERS,
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "settings_.confirm.tsx": {
    at: "/settings/confirm?to=/settings/delete",
    body: () => ({ password: "not mine" }),
    GET: MEMBERS,
    "POST form": [401, 400, 400, 400],
    "POST JSON": [404, 415, 415, 415],
  },
  "settings_.authenticator.tsx": { at: "/settings/authenticator", ...ASKING },
  "settings_.authenticator_.remove.ts": { at: "/settings/authenticator/remove", ...ASKING, GET: NOBODY },
  "settings_.authenticator_.start.ts": { at: "/settings/authenticator/start", ...ASKING, GET: NOBODY },
  // Without a passkey there is nothing to answer with.
  "settings_.confirm_.challenge.ts": {
    at: "/settings/confirm/challenge",
    GET: NOBODY,
    "POST form": [401, 200, 200, 200],
    "POST JSON": MEMBERS,
  },
  "settings_.passkeys.tsx": { at: "/settings/passkeys", ...ASKING },
  "settings_.passkeys_.challenge.ts": {
    at: "/settings/passkeys/challenge",
    ...ASKING,
    GET: NOBODY,
  },
  "settings_.passkeys_.$id.tsx": { at: "/settings/passkeys/none", ...ASKING },
  "settings_.passkeys_.$id_.remove.ts": { at: "/settings/passkeys/none/remove", ...ASKING, GET: NOBODY },
  "settings_.recovery-codes.tsx": { at: "/settings/recovery-codes", ...ASKING },
  "account-deleted.tsx": { at: "/account-deleted", GET: EVERYBODY },
  // Only a deleted account can be restored.
  "come-back.tsx": {
    at: "/come-back",
    GET: [404, 302, 302, 302],
    "POST form": [401, 303, 303, 303],
    "POST JSON": [404, 303, 303, 303],
  },
  "settings_.export.tsx": { at: "/settings/export", ...ASKING },
  // Redirects to the page of exports, which explains it.
  "settings_.export_.$file.ts": { at: `/settings/export/${randomUUID()}.zip`, GET: [303, 303, 303, 303] },
  "listen.tsx": {
    at: "/listen?artist=Can&title=Vitamin+C",
    body: () => ({ service: "bandcamp" }),
    GET: MEMBERS,
    ...FORM,
  },
  "settings_.delete.tsx": { at: "/settings/delete", ...ASKING },
  "settings_.collection.ts": { at: "/settings/collection", body: () => ({ shown: "false" }), ...BUTTON },
  "settings_.pause.ts": { at: "/settings/pause", body: () => ({ paused: "false" }), ...BUTTON },
  "settings_.ended.tsx": { at: "/settings/ended", GET: MEMBERS },
  "settings_.notifications.tsx": {
    at: "/settings/notifications",
    body: () => ({ matchPage: "on" }),
    GET: MEMBERS,
    ...FORM,
  },
  "settings_.notifications_.$id.remove.ts": {
    at: "/settings/notifications/none/remove",
    ...BUTTON,
  },
  "settings_.notifications_.$id.test.ts": {
    at: "/settings/notifications/none/test",
    ...BUTTON,
  },
  "settings_.privacy.tsx": {
    at: "/settings/privacy",
    body: () => ({ showsSeen: "on" }),
    GET: MEMBERS,
    ...FORM,
  },
  "settings_.reports.tsx": { at: "/settings/reports", GET: MEMBERS },
  "settings_.sessions.$id.end.ts": { at: "/settings/sessions/none/end", ...BUTTON },
  "settings_.sessions.end.ts": { at: "/settings/sessions/end", ...BUTTON },
  "theme.ts": {
    at: "/theme",
    body: () => ({ theme: "dark" }),
    GET: NOBODY,
    "POST form": [303, 303, 303, 303],
    "POST JSON": [415, 415, 415, 415],
  },
  // These end the connection, so they come last.
  "api.matches.$id.ts": {
    at: ({ match }) => `/api/matches/${match}`,
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 204],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "members.$id.unmatch.tsx": {
    at: ({ ada }) => `/members/${ada}/unmatch`,
    ...BUTTON,
    // Ben has just unmatched her.
    GET: NOBODY,
  },
  "members.$id.block.tsx": {
    at: ({ ada }) => `/members/${ada}/block`,
    ...BUTTON,
    // Ben is a former match by now too, and still sees their game.
    GET: HER_PAGE,
  },
  // All three have blocked her, and unblock somebody else.
  "settings_.blocked.tsx": {
    at: "/settings/blocked",
    body: () => ({ targetUserId: "4503599627370495" }),
    GET: MEMBERS,
    ...FORM,
  },
  "api.blocks._index.ts": {
    at: "/api/blocks",
    body: like,
    GET: API,
    "POST form": NO_FORM,
    "POST JSON": [401, 204, 204, 204],
  },
  // The first request unblocks her.
  "api.blocks.$id.ts": {
    at: ({ ada }) => `/api/blocks/${ada}`,
    GET: NO_METHOD,
    "DELETE form": [401, 204, 204, 204],
    "DELETE JSON": [401, 404, 404, 404],
  },
};

// There is no request for the video's title.
const { app, visitor, addMember, signInAgain } = shareApp({ YOUTUBE_URL: "http://127.0.0.1:1" });
let browsers: Record<Actor, Browser>;
let people: Record<Exclude<Actor, "visitor">, Person>;
let known: Record<Actor, Known>;
let secrets: RegExp;

beforeAll(async () => {
  const [ada, eve, xavier, ben] = [
    await addMember("Ada"),
    await addMember("Eve"),
    await addMember("Xavier"),
    await addMember("Ben"),
  ];
  const [talk, pastTalk] = [await makeConversation(ada, ben), await makeConversation(ada, xavier)];
  await decide(ada, xavier, false);
  const make = async (path: string, thing: object) =>
    ((await (await ada.json("POST", path, thing)).json()) as { id: string }).id;
  const video = { conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  const [share, play] = [await make("/api/messages/youtube", video), randomUUID()];
  const mutual = (await (await ada.get("/api/matches/mutual")).json()) as { id: string }[];
  const record = await make("/api/record-collections", { artist: "Can", album: "Ege Bamyasi" });
  const playlist = await make("/api/playlists", { ...aPlaylist(), collaboratorId: ben.id });
  const song = await make(`/api/playlists/${playlist}/songs`, aSong());
  const upload = (await openUpload(ada)).split("/").pop() ?? "";
  const picture = await uploadPicture(ada);
  const shown = await ada.send(`/api/conversations/${talk}/photos`, {
    method: "POST",
    body: new Uint8Array(await photo()),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const { id: photoId } = (await shown.json()) as { id: string };
  const played = await ada.json("POST", "/api/trivia-games", { player2Id: ben.id });
  const { id: game, questions } = (await played.json()) as { id: string; questions: { id: string }[] };
  const round = questions[0]?.id ?? "";
  people = { stranger: eve, "ex-match": xavier, participant: ben };
  browsers = { visitor: visitor(), ...people };
  const connection = await make("/api/music-connections", aConnection());
  const match = mutual[0]?.id ?? "";
  secrets = await plantSecrets(ada);
  const hers = {
    ...{ ada: ada.id, talk, share, play, match, record, playlist, song, game, round, connection },
    ...{ upload, picture, photo: photoId },
  };
  known = { visitor: hers, stranger: hers, "ex-match": { ...hers, talk: pastTalk }, participant: hers };
});

/** Gives Ada a secret in everything that she shows nobody, and returns a pattern that finds them all. */
async function plantSecrets(ada: Person): Promise<RegExp> {
  await ada.json("POST", "/api/record-collections", { artist: "Can", album: "Soon", notes: "Unspokennotes" });
  await ada.json("POST", "/api/playlists", { ...aPlaylist(), name: "Unspokenplaylist" });
  await ada.json("POST", "/api/music-connections", {
    ...aConnection(),
    service: "lastfm",
    serviceUsername: "Unspokenlistener",
  });
  const { rows } = await client.execute({
    sql: `update member set last_name = 'Lunspoken', email = 'unspoken@example.org', location = 'Unspoken Lane 17',
      gender = 'own', gender_words = 'Unspokengender', shows_collection = 1, portrait_url = '/portraits/ada.svg', created_at = 1234567890123 where id = ? returning subject, cell`,
    args: [ada.id],
  });
  const [row] = rows;
  return new RegExp(`unspoken[a-z]*|${row?.subject}|\\b${row?.cell}\\b|1234567890123|2009-02-13`, "i");
}

const pathOf = ({ at }: Row, things: Known) => (typeof at === "string" ? at : at(things));

async function browserOf(actor: Actor, row: Row) {
  if (!row.ends) return browsers[actor];
  return actor === "visitor" ? visitor() : signInAgain(people[actor]);
}

async function httpRequest(browser: Browser, row: Row, cell: Cell, things: Known) {
  const [method = "GET", kind] = cell.split(" ");
  const path = pathOf(row, things);
  const body = row.body?.(things) ?? {};
  if (kind === "JSON") return browser.json(method, path, body);
  const fields = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
  const headers = { "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  return browser.send(path, { method, headers, body: kind ? fields : undefined });
}

/** Refuses other methods with a sentence and the allowed ones. */
function expectWorded(answer: Response, text: string, cell: Cell) {
  expect(answer.headers.get("Allow")).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  expect(answer.headers.get("Allow")?.split(", ")).not.toContain(cell.split(" ")[0]);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/(plain|html)/);
  expect(text).toMatch(/Use [A-Z]|Nothing can be sent to this address\./);
  expect(text).not.toMatch(/did not provide|Unexpected Server Error/);
}

/** The things of nobody. */
const madeUp: Known = {
  ada: "4503599627370495",
  picture: `/pictures/${randomUUID()}-640.webp`,
  talk: randomUUID(),
  share: randomUUID(),
  play: randomUUID(),
  match: randomUUID(),
  record: randomUUID(),
  playlist: randomUUID(),
  song: randomUUID(),
  game: randomUUID(),
  round: randomUUID(),
  connection: randomUUID(),
  upload: randomUUID(),
  photo: randomUUID(),
};

/** Sends an actor's request; returns its status. */
async function expectNoSecrets(row: Row, cell: Cell, actor: Actor): Promise<number> {
  const answer = await httpRequest(await browserOf(actor, row), row, cell, known[actor]);
  const text = await answer.text();
  expect(secrets.exec(text)?.[0], `what ${cell} tells the ${actor}`).toBeUndefined();
  if (answer.status === 405) expectWorded(answer, text, cell);
  const isAboutHer = typeof row.at === "function" && row[cell] !== undefined;
  if (answer.status === 404 && isAboutHer && (actor === "stranger" || actor === "ex-match")) {
    const absent = await httpRequest(browsers[actor], row, cell, madeUp);
    const withoutIds = (text: string, things: Known) =>
      Object.values(things).reduce(
        (rest, id) => rest.replaceAll(id, ""),
        text.replaceAll(pathOf(row, things), "").replace(CHANGING, ""),
      );
    const foreign = [404, withoutIds(text, known[actor])];
    expect([absent.status, withoutIds(await absent.text(), madeUp)], `${cell} by the ${actor}`).toEqual(
      foreign,
    );
  }
  return answer.status;
}

test.each(Object.entries(rows))(
  "%s allows exactly the permitted members, tells none of her secrets, and others whether a thing exists",
  async (file, row) => {
    const others = [file.startsWith("api.") ? 401 : 405, 405];
    const expected = Object.fromEntries(cells.map((cell) => [cell, row[cell] ?? others]));
    const answered: Record<string, number[]> = {};
    if (row.asksAgain) await setConfirmed(app(), 0);
    const ask = async (cell: Cell) => {
      const asking = row[cell] ? actors : twoActors;
      answered[cell] = await Promise.all(asking.map((actor) => expectNoSecrets(row, cell, actor)));
    };
    // A method that the row doesn't have changes nothing.
    await Promise.all(cells.filter((cell) => !row[cell]).map(ask));
    for (const cell of cells.filter((cell) => row[cell])) {
      await ask(cell);
      // The notice of a form would be on the next page.
      if (cell.endsWith("form")) await db.update(session).set({ data: {} });
    }
    if (row.asksAgain) await setConfirmed(app(), Date.now());
    expect(answered).toEqual(expected);
  },
);

test("visitors may open the pages that help them sign in or end mail, and no others", () => {
  const open = Object.entries(rows).filter(([file, { GET }]) => file.endsWith(".tsx") && GET[0] === 200);
  expect(open.map(([file]) => file).sort()).toEqual([
    "_index.tsx",
    "account-deleted.tsx",
    "forgot-password.tsx",
    "forgot-password_.code.tsx",
    "help.tsx",
    "offline.tsx",
    "reset-password.tsx",
    "unsubscribe.tsx",
  ]);
});

test("every route has a row in this table, and every row a route", () => {
  expect(Object.keys(rows).sort()).toEqual(routeFiles.map(({ name }) => name).sort());
});
