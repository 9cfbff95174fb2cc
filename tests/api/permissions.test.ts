// The permissions of every route: by method, kind of body and kind of member.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { client, db } from "db/client.server";
import { pushSubscription, session } from "db/schema";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { toDate } from "~/days";
import { dayOf } from "~/models/member/visit.server";
import { questionOf } from "~/models/question/question";
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
  | "pictureId"
  | "photo"
  | "browser"
  | "show",
  string
>;

type Row = {
  /** The address, which names what it is about as `:talk`; omitted if it is the route's own. */
  at?: string;
  body?: (known: Known) => Record<string, string | number | boolean | object>;
  /** Signs the actor out, so that each request needs a new session. */
  ends?: true;
  /** Asks members who signed in more than ten minutes ago who they are, and is sent such requests. */
  asksAgain?: true;
} & { GET: Answers } & Partial<Record<Cell, Answers>>;

const writes = ["POST", "PUT", "PATCH", "DELETE"] as const;
const cells = ["GET", ...writes.flatMap((method) => [`${method} form`, `${method} JSON`] as const)] as const;
const actors = ["visitor", "stranger", "ex-match", "participant"] as const;
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
/** Pages that only the two members of a conversation, playlist or game can open. */
const SHARED: Answers = [404, 404, 404, 200];
const SAVED: Answers = [401, 303, 303, 303];
const NOT_A_FORM: Answers = [404, 415, 415, 415];

/** The answers of a page with a form. */
function form(GET: Answers, POST: Answers) {
  return { GET, "POST form": POST, "POST JSON": NOT_A_FORM };
}

/** The answers of a call of the API, which takes JSON. */
function api(json: Partial<Record<"GET" | (typeof writes)[number], Answers>>) {
  const sent = writes.filter((method) => json[method]);
  const cells = sent.map((method) => ({ [`${method} form`]: NO_FORM, [`${method} JSON`]: json[method] }));
  return Object.assign({ GET: json.GET ?? NO_METHOD }, ...cells) as { GET: Answers };
}

const FORM = form(MEMBERS, SAVED);
/** A form's URL without a page; a browser returns to where it was with a flash message, whatever the result. */
const BUTTON = form(NOBODY, SAVED);
/** Redirects to the page that asks members who they are. */
const ASKING = {
  asksAgain: true,
  GET: [404, 303, 303, 303] as Answers,
  "POST form": SAVED,
  "POST JSON": [404, 403, 403, 403] as Answers,
} as const;
/** A sign-in that this browser has not started; signed-in members are redirected home. */
const NOT_STARTED: Answers = [400, 302, 302, 302];
const SIGN_IN = { GET: NOT_STARTED, "POST form": NOT_STARTED, "POST JSON": NOT_STARTED };
const ONLY_GET = Object.fromEntries(
  writes.flatMap((method) => [
    [`${method} form`, NO_ONE],
    [`${method} JSON`, NO_ONE],
  ]),
);

/** The address of each route, by its file. */
const addresses = new Map(routeFiles.map(({ name, address }) => [name, address]));
/** The differences between two responses to the same request. */
const CHANGING = /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|lastEventId\W+[\w-]{54}/g;

const aSong = () => ({ artist: "Can", title: "Vitamin C", id: randomUUID() });
let shows = 0;
/** A show in another week than the ones before. */
const aShow = () => ({
  ...{ artist: "Can", venue: "Mississippi Studios", town: "Portland, Oregon" },
  date: toDate(dayOf() + 7 * ++shows),
});
const aTrip = () => {
  const day = toDate(dayOf() + 2 * ++shows);
  return { town: "Chicago, Illinois", from: day, until: day };
};
const aPlan = () => {
  const date = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return { place: "Café Nordbahn", date, time: "19:30", id: randomUUID() };
};
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
  "account-status._index.tsx": { GET: MEMBERS },
  // With nothing to accept, it leads on.
  "agreement.tsx": {
    GET: [404, 302, 302, 302],
    "POST form": [401, 303, 303, 303],
    "POST JSON": [404, 302, 302, 302],
  },
  "privacy.data.tsx": { GET: EVERYBODY },
  // Members who wait for nothing are led home.
  "waiting.tsx": {
    body: () => ({ answer: "Dummy" }),
    GET: [404, 303, 303, 303],
    "POST form": [401, 303, 303, 303],
    "POST JSON": [404, 303, 303, 303],
  },
  "account-status.$id.acknowledge.ts": { at: "/account-status/none/acknowledge", ...BUTTON },
  "account-status.$id.appeal.tsx": {
    at: "/account-status/none/appeal",
    body: () => ({ words: "It wasn't me." }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  "account-status.questions.tsx": {
    body: () => ({ question: 1, answer: "It wasn't me." }),
    ...form(MEMBERS, [401, 404, 404, 404]),
  },
  "moderation._index.tsx": STAFF,
  "moderation.newcomers.tsx": STAFF,
  "moderation.appeals.$id.tsx": { at: "/moderation/appeals/none", ...STAFF },
  "moderation.appeals._index.tsx": STAFF,
  "moderation.cases.$id._index.tsx": { at: "/moderation/cases/none", ...STAFF },
  "moderation.cases.$id.claim.ts": { at: "/moderation/cases/none/claim", ...STAFF },
  "moderation.cases.$id.note.tsx": { at: "/moderation/cases/none/note", ...STAFF },
  "moderation.cases.$id.question.tsx": { at: "/moderation/cases/none/question", ...STAFF },
  "moderation.cases.$id.release.ts": { at: "/moderation/cases/none/release", ...STAFF },
  "moderation.log._index.tsx": STAFF,
  "moderation.log.export[.]csv.ts": STAFF,
  "moderation.members.tsx": { at: "/moderation/members?q=ada", ...STAFF },
  "moderation.messages.$id.ts": { at: "/moderation/messages/none", ...STAFF },
  "moderation.messages._index.tsx": STAFF,
  "moderation.photo-checks.$id.ts": { at: "/moderation/photo-checks/none", ...STAFF },
  "moderation.photos.$id.ts": { at: "/moderation/photos/none", ...STAFF },
  "moderation.photos._index.tsx": STAFF,
  "moderation.attachments.$id.ts": { at: "/moderation/attachments/:photo", ...STAFF },
  "moderation.pictures.$file.ts": { at: "/moderation:picture", ...STAFF },
  "transparency.tsx": { GET: EVERYBODY },
  // With TRANSPARENCY=on it is open to everybody.
  "transparency_.matching.tsx": { at: "/transparency/matching", GET: NOBODY },
  "moderation.cases.$id.member.ts": { at: "/moderation/cases/none/member", ...STAFF },
  "notice._index.tsx": {
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  "notice.$key._index.tsx": {
    at: "/notice/none",
    body: () => ({ words: "I disagree." }),
    ...ABSENT,
    "POST JSON": [415, 415, 415, 415],
  },
  "notice.$key.confirm.ts": {
    at: "/notice/none/confirm",
    GET: NOBODY,
    "POST form": [303, 303, 303, 303],
    "POST JSON": [404, 404, 404, 404],
  },
  "$.tsx": { at: "/no-such-page", ...ABSENT },
  "_index.tsx": { GET: EVERYBODY },
  // operations/operator.test.ts has the operators.
  "admin.tsx": ABSENT,
  "admin_.invitations.tsx": ABSENT,
  "admin_.invitations_.end.ts": ABSENT,
  "admin_.networks.ts": ABSENT,
  // Where nobody needs an invitation, it leads to the form of newcomers, and members home.
  "join.tsx": { GET: [302, 302, 302, 302] },
  "settings_.invitations.tsx": {
    GET: NOBODY,
    "POST form": [401, 403, 403, 403],
    "POST JSON": NOT_A_FORM,
  },
  "settings_.invitations_.$id_.end.ts": { at: "/settings/invitations/none/end", ...BUTTON },
  "api.$.ts": {
    at: "/api/no-such-call",
    ...ABSENT,
    "PUT form": NOBODY,
    "PUT JSON": NOBODY,
    "PATCH form": NOBODY,
    "PATCH JSON": NOBODY,
    "DELETE form": NOBODY,
    "DELETE JSON": NOBODY,
  },
  "artists._index.tsx": { at: "/artists?artist=radiohed", GET: MEMBERS },
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
    body: () => ({ step: "start" }),
    ...api({ GET: API, POST: [401, 503, 503, 503] }),
  },
  "catalog.covers.$id.ts": { at: "/catalog/covers/none", GET: NOBODY },
  "records_.$id.got.ts": { at: "/records/:record/got", ...BUTTON },
  "records_.covers.ts": { body: () => ({ step: "start" }), ...BUTTON },
  "api.auth.logout.ts": {
    ends: true,
    GET: NO_METHOD,
    "POST form": [303, 303, 303, 303],
    "POST JSON": EVERYBODY,
  },
  "api.auth.user.ts": { GET: API },
  "api.callback.tsx": { GET: NOT_STARTED, ...ONLY_GET },
  "api.conversations.$id.messages.ts": {
    at: "/api/conversations/:talk/messages",
    body: () => ({ content: "Hello", id: randomUUID() }),
    ...api({ GET: [401, 404, 404, 200], POST: [401, 404, 404, 201] }),
  },
  "api.conversations.$id.joint-play.ts": {
    at: "/api/conversations/:talk/joint-play",
    body: ({ play, share }) => ({ id: play, messageId: share }),
    ...api({ GET: [401, 404, 404, 404], POST: [401, 404, 404, 201] }),
  },
  // The one just started.
  "api.joint-plays.$id.ts": {
    at: "/api/joint-plays/:play",
    body: () => ({ step: "renew" }),
    ...api({ PATCH: [401, 404, 404, 200], DELETE: [401, 404, 404, 204] }),
  },
  // What the POST proposes is not what the PATCH and the following answer.
  "api.conversations.$id.plan._index.ts": {
    at: "/api/conversations/:talk/plan",
    body: () => ({ ...aPlan(), planId: randomUUID(), step: "cancel" }),
    ...api({ GET: [401, 404, 404, 200], POST: [401, 404, 404, 201], PATCH: [401, 404, 404, 409] }),
  },
  "api.conversations.$id.plan.answer.ts": {
    at: "/api/conversations/:talk/plan/answer",
    body: () => ({ planId: randomUUID(), answer: "yes" }),
    ...api({ PUT: [401, 404, 404, 409] }),
  },
  "api.conversations.$id.plan.links._index.ts": {
    at: "/api/conversations/:talk/plan/links",
    body: () => ({ planId: randomUUID(), note: "Call me" }),
    ...api({ GET: [401, 404, 404, 200], POST: [401, 404, 404, 409] }),
  },
  "api.conversations.$id.plan.links.$linkId._index.ts": {
    at: "/api/conversations/:talk/plan/links/none",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.conversations.$id.plan.links.$linkId.home.ts": {
    at: "/api/conversations/:talk/plan/links/none/home",
    GET: NO_METHOD,
    "PUT form": [401, 404, 404, 404],
    "PUT JSON": [401, 404, 404, 404],
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.conversations.$id.openers.ts": { at: "/api/conversations/:talk/openers", GET: [401, 404, 404, 200] },
  // What the POST closes, the DELETE reopens.
  "api.conversations.$id.goodbye.ts": {
    at: "/api/conversations/:talk/goodbye",
    body: () => ({ content: "Goodbye", id: randomUUID() }),
    ...api({ POST: [401, 404, 404, 200], DELETE: [401, 404, 404, 204] }),
  },
  // Strangers have to like first; a former match stays apart from her for good.
  "api.conversations._index.ts": { body: like, ...api({ GET: API, POST: [401, 403, 404, 201] }) },
  "api.cover-images.ts": {
    body: ({ picture }) => ({ coverImageURL: picture }),
    ...api({ PUT: [401, 404, 404, 404], DELETE: [401, 204, 204, 204] }),
  },
  "api.discover.ts": { GET: API },
  // Without a key.
  "api.lastfm.user.$username.ts": { at: "/api/lastfm/user/rj", GET: [401, 503, 503, 503] },
  "api.login.tsx": { GET: [302, 302, 302, 302], ...ONLY_GET },
  "api.logout.tsx": { ends: true, ...ONLY_GET, GET: [302, 302, 302, 302] },
  // A former match cannot like her again.
  "api.matches._index.ts": { body: like, ...api({ GET: API, POST: [401, 201, 404, 201] }) },
  "api.members.$id._index.ts": { at: "/api/members/:ada", GET: [401, 200, 404, 200] },
  // Her profile has no answers.
  "api.members.$id.like.ts": {
    at: "/api/members/:ada/like",
    body: () => ({ content: "Me too!", quote: { type: "prompt", prompt: "b_side" } }),
    ...api({ POST: [401, 400, 404, 400] }),
  },
  "api.matches.mutual.ts": { GET: API },
  "api.messages.search.ts": { at: "/api/messages/search?q=hello", GET: API },
  "api.messages.youtube.ts": {
    body: ({ talk }) => ({ conversationId: talk, youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }),
    ...api({ POST: [401, 404, 404, 201] }),
  },
  // What another has written is nobody's to change.
  "api.messages.$id._index.ts": {
    at: "/api/messages/:share",
    body: () => ({ content: "Not mine" }),
    ...api({ PATCH: [401, 404, 404, 404], DELETE: [401, 404, 404, 404] }),
  },
  "api.messages.$id.versions.ts": { at: "/api/messages/:share/versions", GET: [401, 404, 404, 200] },
  "api.messages.$id.reaction.ts": {
    at: "/api/messages/:share/reaction",
    body: () => ({ reaction: "heart" }),
    ...api({ PUT: [401, 404, 404, 204], DELETE: [401, 404, 404, 204] }),
  },
  // Nobody has sent a file.
  // It takes any bytes, and a form without fields has none.
  "api.listening-history.ts": {
    GET: [401, 404, 404, 404],
    "PUT form": [401, 400, 400, 400],
    "PUT JSON": [401, 201, 201, 201],
  },
  // Without a body there is no form.
  "api.music-connections.$id.ts": {
    at: "/api/music-connections/:connection",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.music-connections._index.ts": { body: aConnection, ...api({ GET: API, POST: [401, 201, 201, 201] }) },
  "api.music-preferences.ts": { body: like, ...api({ GET: API, POST: [401, 400, 400, 400] }) },
  "api.notifications._index.ts": { GET: API },
  "api.notifications.read.ts": { body: () => ({ all: true }), ...api({ POST: [401, 204, 204, 204] }) },
  "api.notifications.settings.ts": { body: () => ({ matchPage: true }), ...api({ GET: API, PUT: API }) },
  "api.notifications.browsers._index.ts": {
    body: () => ({ endpoint: "https://push.example/ada" }),
    ...api({ GET: API, POST: [401, 400, 400, 400] }),
  },
  "api.notifications.browsers.$id._index.ts": {
    at: "/api/notifications/browsers/:browser",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "api.notifications.browsers.$id.test.ts": {
    at: "/api/notifications/browsers/:browser/test",
    GET: NO_METHOD,
    "POST form": [401, 404, 404, 404],
    "POST JSON": [401, 404, 404, 404],
  },
  "notifications.tsx": FORM,
  "notifications_.alerts._index.ts": {
    at: "/notifications/alerts",
    body: () => ({ artist: "Broadcast" }),
    ...BUTTON,
  },
  "notifications_.alerts.$told.tsx": { at: "/notifications/alerts/1", GET: NOBODY },
  "notifications_.alerts_.$id.end.ts": { at: "/notifications/alerts/none/end", ...BUTTON },
  "api.alerts._index.ts": {
    body: () => ({ artist: "Pram" }),
    ...api({ GET: API, POST: [401, 201, 201, 201] }),
  },
  "api.alerts.$id.ts": {
    at: "/api/alerts/none",
    body: () => ({ artist: "Pram" }),
    ...api({ DELETE: [401, 404, 404, 404] }),
  },
  "api.alerts.told.$told.ts": { at: "/api/alerts/told/1", GET: [401, 404, 404, 404] },
  // Its token says what may be done.
  "unsubscribe.tsx": {
    at: "/unsubscribe?token=none",
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [400, 400, 400, 400],
  },
  "api.profile._index.ts": {
    body: () => ({ bio: "", age: "30", location: "Portland, Oregon" }),
    ...api({ PATCH: API }),
  },
  "api.profile.privacy.ts": { body: () => ({ showsSeen: true }), ...api({ GET: API, PUT: API }) },
  "api.profile.listening.ts": { body: () => ({ service: "bandcamp" }), ...api({ GET: API, PUT: API }) },
  "api.profile.wishes.ts": {
    body: () => ({ meets: [] }),
    ...api({ GET: API, PUT: API, DELETE: [401, 204, 204, 204] }),
  },
  "api.profile-images.ts": {
    body: ({ picture }) => ({ profileImageURL: picture, profileImageFocus: { x: 20, y: 80 } }),
    ...api({ PUT: [401, 404, 404, 404], PATCH: [401, 409, 409, 409], DELETE: [401, 204, 204, 204] }),
  },
  "api.record-collections.$id.ts": {
    at: "/api/record-collections/:record",
    body: () => ({ artist: "Can", album: "Future Days" }),
    ...api({ PUT: [401, 404, 404, 404], DELETE: [401, 404, 404, 404] }),
  },
  "api.record-collections._index.ts": {
    body: () => ({ artist: "Can", album: "Tago Mago", id: randomUUID() }),
    ...api({ GET: API, POST: [401, 201, 201, 201] }),
  },
  "api.objects.upload.$id.ts": {
    at: "/api/objects/upload/:upload",
    GET: NO_METHOD,
    "PUT form": [401, 404, 404, 404],
    "PUT JSON": [401, 404, 404, 404],
  },
  // Without a body there is no wrong type.
  "api.objects.upload._index.ts": {
    GET: NO_METHOD,
    "POST form": [401, 201, 201, 201],
    "POST JSON": [401, 201, 201, 201],
  },
  "api.playlists.$id._index.ts": { at: "/api/playlists/:playlist", GET: [401, 404, 404, 200] },
  "api.playlists.$id.copies.ts": {
    at: "/api/playlists/:playlist/copies",
    body: () => ({ name: "A copy" }),
    ...api({ POST: [401, 404, 404, 201] }),
  },
  "api.playlists.$id.songs.ts": {
    at: "/api/playlists/:playlist/songs",
    body: aSong,
    ...api({ POST: [401, 404, 404, 201] }),
  },
  "api.playlists._index.ts": { body: aPlaylist, ...api({ GET: API, POST: [401, 201, 201, 201] }) },
  // A former match can report the conversation that ended.
  "api.reports.ts": {
    body: ({ talk }) => ({ about: `conversation:${talk}`, reason: "hate" }),
    ...api({ GET: API, POST: [401, 404, 201, 201] }),
  },
  "api.trivia-games.$id._index.ts": { at: "/api/trivia-games/:game", GET: [401, 404, 404, 200] },
  // An invalid answer: members who may not answer don't learn that.
  "api.trivia-games.$id.answer.ts": {
    at: "/api/trivia-games/:game/answer",
    body: ({ round }) => ({ questionId: round, answer: "" }),
    ...api({ POST: [401, 404, 404, 400] }),
  },
  "api.trivia-games._index.ts": {
    body: ({ ada }) => ({ player2Id: ada, id: randomUUID() }),
    ...api({ GET: API, POST: [401, 201, 404, 409] }),
  },
  // Only the player who started the game can add questions.
  "api.trivia-questions.ts": {
    body: ({ game }) => ({ ...aQuestion, gameId: game }),
    ...api({ POST: [401, 404, 404, 403] }),
  },
  // Without PREVIEWS there are none; previews.test.ts has the others.
  "previews.$key.ts": { at: "/previews/none?artist=Can&title=Vitamin+C", GET: NOBODY },
  "sleeves.$file.ts": { at: "/sleeves/1.svg?title=Can", GET: EVERYBODY },
  "avatars.$file.ts": { at: "/avatars/Ada.svg", GET: EVERYBODY },
  "counts.ts": { GET: API },
  "discover._index.tsx": { GET: MEMBERS },
  "discover.decide.ts": { body: like, ...BUTTON },
  "discover.undo.ts": { body: like, ...BUTTON },
  "signed-out[.]css.ts": { GET: EVERYBODY },
  "[.]well-known.change-password.ts": { GET: [302, 302, 302, 302] },
  "help.tsx": { GET: EVERYBODY },
  "offline.tsx": { GET: EVERYBODY },
  "matches._index.tsx": { GET: MEMBERS },
  "matches.talk.ts": { body: like, ...BUTTON },
  "members.$id._index.tsx": { at: "/members/:ada", GET: HER_PAGE },
  "members.$id.decide.ts": { at: "/members/:ada/decide", body: like, ...BUTTON },
  "members.$id.undo.ts": { at: "/members/:ada/undo", body: like, ...BUTTON },
  "members.$id.like.tsx": {
    at: "/members/:ada/like?prompt=b_side",
    body: () => ({ content: "Me too!", prompt: "b_side" }),
    ...form(HER_PAGE, [401, 400, 404, 400]),
  },
  "members.$id.match.tsx": { at: "/members/:ada/match", GET: SHARED },
  "members.$id.mixtape.tsx": { at: "/members/:ada/mixtape", GET: SHARED },
  "members.$id.mixtape[.]png.ts": { at: "/members/:ada/mixtape.png", GET: SHARED },
  "members.$id.photos.$photoId.tsx": { at: "/members/:ada/photos/ada", GET: HER_PAGE },
  "members.$id.why.tsx": { at: "/members/:ada/why", GET: HER_PAGE },
  "members.$id.check.tsx": { at: "/members/:ada/check", GET: HER_PAGE },
  "members.$id.check[.]json.ts": { at: "/members/:ada/check.json", GET: HER_PAGE },
  "discover.unsaid.ts": BUTTON,
  "discover.waiting.ts": BUTTON,
  "messages.$id.accept.ts": { at: "/messages/:talk/accept", ...BUTTON },
  "messages.$id.decline.ts": { at: "/messages/:talk/decline", ...BUTTON },
  "messages.$id.frame.tsx": { at: "/messages/:talk/frame", GET: SHARED },
  "messages.$id.joint-play.ts": {
    at: "/messages/:talk/joint-play",
    body: ({ play, share }) => ({ step: "start", id: play, messageId: share }),
    ...BUTTON,
  },
  "messages.$id.more.ts": { at: "/messages/:talk/more", GET: [401, 404, 404, 200] },
  "messages.$id.reaction.ts": {
    at: "/messages/:talk/reaction",
    body: ({ share }) => ({ messageId: share, reaction: "heart" }),
    ...BUTTON,
  },
  "messages.$id.delete.ts": {
    at: "/messages/:talk/delete",
    body: ({ share }) => ({ messageId: share }),
    ...BUTTON,
  },
  "messages.$id.read.ts": {
    at: "/messages/:talk/read",
    body: () => ({ sequence: 1 }),
    GET: NOBODY,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 204],
  },
  "attachments.$id.ts": { at: "/attachments/:photo", GET: SHARED },
  // It takes any bytes, and a form without fields has none.
  "api.conversations.$id.photos.ts": {
    at: "/api/conversations/:talk/photos",
    GET: NO_METHOD,
    "POST form": [401, 404, 404, 400],
    "POST JSON": [401, 404, 404, 415],
  },
  // Without a file.
  "messages.$id.photo.tsx": { at: "/messages/:talk/photo", ...form(SHARED, [401, 404, 404, 400]) },
  // It takes any bytes, and a form without fields has none.
  "api.conversations.$id.voice-notes.ts": {
    at: "/api/conversations/:talk/voice-notes",
    GET: NO_METHOD,
    "POST form": [401, 404, 404, 400],
    "POST JSON": [401, 404, 404, 415],
  },
  // Without a file.
  "messages.$id.voice.tsx": { at: "/messages/:talk/voice", ...form(SHARED, [401, 404, 404, 400]) },
  "messages_.$id.photo.$messageId.tsx": { at: "/messages/:talk/photo/:photo", GET: SHARED },
  "messages.$id.share.tsx": {
    at: "/messages/:talk/share",
    body: () => ({ shareType: "song", artist: "Can", title: "Vitamin C", id: randomUUID() }),
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "messages.$id.typing.ts": {
    at: "/messages/:talk/typing",
    body: () => ({ typing: true }),
    GET: NOBODY,
    "POST form": NO_FORM,
    "POST JSON": [401, 404, 404, 204],
  },
  "messages.$id.video.tsx": {
    at: "/messages/:talk/video",
    body: () => ({ youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", id: randomUUID() }),
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "messages.$id.tsx": {
    at: "/messages/:talk",
    body: () => ({ content: "Hello", id: randomUUID() }),
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "messages_.$id.play.$messageId.tsx": {
    at: "/messages/:talk/play/none",
    ...ABSENT,
    "POST form": [401, 404, 404, 404],
  },
  "messages_.$id.message.$messageId.tsx": {
    at: "/messages/:talk/message/:share",
    body: () => ({ content: "Not mine" }),
    ...form(SHARED, [401, 404, 404, 404]),
  },
  // It proposes nothing, so there is nothing to cancel, accept or tell a friend of.
  "messages_.$id.plan._index.tsx": {
    at: "/messages/:talk/plan?index",
    body: () => ({ planId: randomUUID(), sentence: "Sorry" }),
    ...form(SHARED, [401, 404, 404, 409]),
  },
  "messages_.$id.plan.new.tsx": {
    at: "/messages/:talk/plan/new",
    body: () => aPlan(),
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "messages_.$id.plan.friend.tsx": {
    at: "/messages/:talk/plan/friend",
    body: () => ({ planId: randomUUID(), note: "Call me" }),
    GET: [404, 404, 404, 302],
    "POST form": [401, 404, 404, 302],
    "POST JSON": [404, 415, 415, 302],
  },
  "messages_.$id.plan.step.ts": {
    at: "/messages/:talk/plan/step",
    body: () => ({ step: "accept", planId: randomUUID() }),
    ...BUTTON,
  },
  "messages_.$id.plan[.]ics.ts": { at: "/messages/:talk/plan.ics", GET: NOBODY },
  // Keys that never were any.
  "plans.$key.tsx": { at: "/plans/none", GET: NOBODY },
  "home-safe.tsx": {
    at: "/home-safe?token=none",
    GET: EVERYBODY,
    "POST form": NOBODY,
    "POST JSON": [415, 415, 415, 415],
  },
  // Ben has said goodbye by form before, so that the page leads to the conversation.
  "messages_.$id.goodbye.tsx": {
    at: "/messages/:talk/goodbye",
    body: () => ({ content: "Goodbye", id: randomUUID() }),
    GET: SHARED,
    "POST form": [401, 404, 404, 303],
    "POST JSON": [404, 415, 415, 302],
  },
  // It reopens what the form before has closed.
  "messages.$id.reopen.ts": { at: "/messages/:talk/reopen", ...BUTTON },
  "messages_.search.tsx": { at: "/messages/search?q=hello", GET: MEMBERS },
  "messages_.goodbyes.tsx": { GET: MEMBERS },
  "messages._index.tsx": { at: "/messages?index", GET: MEMBERS },
  "messages.tsx": { GET: MEMBERS },
  "music-connections.tsx": { body: () => ({ service: "youtube", username: "youtube.com/@ada" }), ...FORM },
  // It has no play count, so there is nothing to follow.
  "music-connections_.$id.counts.ts": { at: "/music-connections/:connection/counts", ...BUTTON },
  "music-connections_.$id.disconnect.ts": { at: "/music-connections/:connection/disconnect", ...BUTTON },
  // It is unverified, so there is nothing to import, not even for Ada.
  "music-connections_.$id.import.tsx": {
    at: "/music-connections/:connection/import",
    body: () => ({ artists: "Can", playCount: 1 }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  "music-connections_.$id.refresh.ts": { at: "/music-connections/:connection/refresh", ...BUTTON },
  // It takes a file.
  "music-connections_.file.tsx": { ...form(MEMBERS, [401, 400, 400, 400]) },
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
  "pictures.$file.ts": { at: ":picture", GET: MEMBERS },
  // It takes a file or an address.
  "playlists.import.tsx": { ...form(MEMBERS, [401, 400, 400, 400]) },
  "playlists.import_.$id.tsx": {
    at: `/playlists/import/${randomUUID()}`,
    body: () => ({ name: "Imported" }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  "playlists.import_.lists.tsx": {
    at: "/playlists/import/lists",
    body: () => ({ playlists: randomUUID() }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  "playlists.new.tsx": { body: aPlaylist, ...FORM },
  "playlists.tsx": { GET: MEMBERS },
  "playlists_.$id.add.tsx": {
    at: "/playlists/:playlist/add",
    body: aSong,
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "playlists_.$id.copy.tsx": {
    at: "/playlists/:playlist/copy",
    body: () => ({ name: "A copy" }),
    ...form(SHARED, [401, 404, 404, 303]),
  },
  "playlists_.$id.delete.tsx": { at: "/playlists/:playlist/delete", ...BUTTON },
  // A collaborator does not own the playlist.
  "playlists_.$id.edit.tsx": {
    at: "/playlists/:playlist/edit",
    body: aPlaylist,
    ...form(NOBODY, [401, 404, 404, 403]),
  },
  "playlists_.$id.tsx": { at: "/playlists/:playlist", GET: SHARED },
  "playlists_.$id_.export.$format.ts": { at: "/playlists/:playlist/export/jspf", GET: SHARED },
  "playlists_.$id_.songs.$songId.move.ts": { at: "/playlists/:playlist/songs/:song/move", ...BUTTON },
  "playlists_.$id_.songs.$songId.remove.ts": { at: "/playlists/:playlist/songs/:song/remove", ...BUTTON },
  // Ben leaves here, so the rows above have to come first.
  "playlists_.$id.leave.tsx": { at: "/playlists/:playlist/leave", ...BUTTON, GET: [404, 404, 404, 200] },
  "profile_.anthem.tsx": { body: () => ({ shareType: "song", artist: "Can", title: "Spoon" }), ...FORM },
  "profile_.anthem.remove.ts": BUTTON,
  "api.profile.anthem.ts": {
    body: () => ({ shareType: "song", artist: "Can", title: "Spoon" }),
    ...api({ GET: API, PUT: API, DELETE: [401, 204, 204, 204] }),
  },
  "api.profile.distances.ts": {
    body: () => ({ unit: "miles" }),
    ...api({ GET: API, PUT: API }),
  },
  "settings_.distances.ts": { body: () => ({ unit: "miles" }), ...BUTTON },
  "question.tsx": {
    body: () => ({ question: questionOf(dayOf()), text: "Hejira" }),
    ...FORM,
  },
  "question_.remove.ts": BUTTON,
  "shows.tsx": { GET: MEMBERS },
  "shows.new.tsx": { body: aShow, ...FORM },
  "shows_.$id._index.tsx": { at: "/shows/:show", GET: MEMBERS },
  "shows_.$id.going.ts": { at: "/shows/:show/going", body: () => ({ going: "together" }), ...BUTTON },
  "api.shows._index.ts": { body: aShow, ...api({ GET: API, POST: [401, 201, 201, 201] }) },
  "api.shows.$id._index.ts": { at: "/api/shows/:show", ...api({ GET: API }) },
  "api.shows.$id.going.ts": {
    at: "/api/shows/:show/going",
    body: () => ({ going: "going" }),
    ...api({ PUT: API, DELETE: [401, 204, 204, 204] }),
  },
  "api.question.ts": {
    body: () => ({ question: questionOf(dayOf()), text: "Hejira" }),
    ...api({ GET: API, PUT: API, DELETE: [401, 204, 204, 204] }),
  },
  "profile_.prompts.tsx": { body: () => ({ prompt1: "b_side", answer1: "Yes It Is" }), ...FORM },
  "api.profile.prompts.ts": { body: () => ({ prompts: [] }), ...api({ GET: API, PUT: API }) },
  // It takes files.
  // Without a profile photo there is nothing to compare.
  "profile_.photo-check.tsx": form(MEMBERS, [401, 400, 400, 400]),
  "profile_.photos.tsx": { ...form(MEMBERS, [401, 400, 400, 400]) },
  "profile_.photos_.$id.tsx": {
    at: "/profile/photos/:pictureId",
    body: () => ({ focus: "50 30" }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  "profile_.photos_.$id_.move.ts": {
    at: "/profile/photos/:pictureId/move",
    body: () => ({ position: 1 }),
    ...BUTTON,
  },
  "profile_.photos_.$id_.remove.ts": { at: "/profile/photos/:pictureId/remove", ...BUTTON },
  "api.profile.photos._index.ts": {
    body: ({ picture }) => ({ photos: [picture] }),
    ...api({ GET: API, POST: [401, 400, 400, 400] }),
  },
  "api.profile.photos.$id.ts": {
    at: "/api/profile/photos/:pictureId",
    body: () => ({ position: 1 }),
    ...api({ PATCH: [401, 404, 404, 404], DELETE: [401, 404, 404, 404] }),
  },
  // It takes a file, and no URL of a picture.
  "profile.$picture.tsx": {
    at: "/profile/photo",
    body: ({ picture }) => ({ address: picture }),
    ...form(MEMBERS, [401, 400, 400, 400]),
  },
  "profile_.music[.]json.ts": { GET: MEMBERS },
  "profile.tsx": { body: () => ({ bio: "", age: "30", location: "Portland, Oregon" }), ...FORM },
  "profile_.towns.ts": { at: "/profile/towns?begun=Port", GET: MEMBERS },
  "records.$id.delete.tsx": { at: "/records/:record/delete", ...BUTTON },
  "records.$id.edit.tsx": {
    at: "/records/:record/edit",
    body: () => ({ artist: "Can", album: "Future Days" }),
    ...form(NOBODY, [401, 404, 404, 404]),
  },
  // It takes a file.
  // This server is not set up for Discogs.
  "records.discogs.tsx": { body: () => ({ username: "ada" }), ...form(NOBODY, [401, 503, 503, 503]) },
  "records.import.tsx": { ...form(MEMBERS, [401, 400, 400, 400]) },
  "records.import_.$id.tsx": { at: `/records/import/${randomUUID()}`, ...BUTTON },
  "records.new.tsx": { body: () => ({ artist: "Can", album: "Tago Mago", id: randomUUID() }), ...FORM },
  "records.tsx": { GET: MEMBERS },
  "records_.export[.]csv.ts": { GET: MEMBERS },
  "welcome._index.ts": { GET: [404, 303, 303, 303] },
  "welcome.about.tsx": { body: () => ({ age: "30", location: "Portland, Oregon" }), ...FORM },
  "welcome.music.tsx": { body: () => ({ topArtists: "Can", favoriteGenres: "Rock", end: "here" }), ...FORM },
  // It takes a file, and no URL of a picture.
  "welcome.photo.tsx": {
    body: ({ picture }) => ({ address: picture }),
    ...form(MEMBERS, [401, 400, 400, 400]),
  },
  "welcome.people.tsx": { GET: MEMBERS },
  // Two members have one open challenge at a time, and the stranger has made theirs by JSON.
  "trivia.new.tsx": {
    body: ({ ada }) => ({ player2Id: ada, id: randomUUID() }),
    ...form(MEMBERS, [401, 409, 404, 409]),
  },
  "trivia.tsx": { GET: MEMBERS },
  "trivia_.$id.frame.tsx": { at: "/trivia/:game/frame", GET: SHARED },
  // Ben has resigned by form before, so that the page leads to the game.
  "trivia_.$id.resign.tsx": {
    at: "/trivia/:game/resign",
    ...BUTTON,
    GET: [404, 404, 404, 200],
    "POST JSON": [404, 415, 415, 302],
  },
  // Ben has already resigned.
  "trivia_.$id.tsx": {
    at: "/trivia/:game",
    body: ({ round }) => ({ questionId: round, answer: "" }),
    ...form(SHARED, [401, 404, 404, 409]),
  },
  "trivia_.$id_.accept.ts": { at: "/trivia/:game/accept", ...BUTTON },
  "trivia_.$id_.claim.ts": { at: "/trivia/:game/claim", ...BUTTON },
  "trivia_.$id_.rematch.ts": { at: "/trivia/:game/rematch", ...BUTTON },
  // Without PREVIEWS there are none; pages/previews.test.ts has the others.
  "trivia_.clips.$key.ts": { at: "/trivia/clips/none", GET: NOBODY },
  "trivia_.practice.tsx": { ...BUTTON, GET: MEMBERS },
  "report.tsx": {
    at: "/report?about=conversation::talk",
    body: ({ talk }) => ({ about: `conversation:${talk}`, reason: "hate" }),
    ...form([404, 404, 200, 200], [401, 404, 303, 303]),
  },
  "report_.done.tsx": { GET: MEMBERS },
  "settings.tsx": { GET: MEMBERS },
  // These need a code, token or current password that no one here knows.
  "forgot-password.tsx": {
    body: () => ({ email: "ada@example.org", code: "00000-00000", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  "forgot-password_.code.tsx": {
    body: () => ({ email: "ada@example.org", code: "00000-00000", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  // Without a mail server none of these exist; mail.test.ts has one.
  "confirm-email.tsx": { at: "/confirm-email?token=none", ...ABSENT },
  "restore-email.tsx": { at: "/restore-email?token=none", ...ABSENT },
  "settings_.email.tsx": ABSENT,
  "settings_.email_.confirm.ts": ABSENT,
  "oidc.interaction.$uid.create.tsx": { at: "/oidc/interaction/none/create?token=none", ...ABSENT },
  "settings_.activity.tsx": { GET: MEMBERS },
  "reset-password.tsx": {
    at: "/reset-password?token=none",
    body: () => ({ token: "none", newPassword: "a fine new password" }),
    GET: EVERYBODY,
    "POST form": [400, 400, 400, 400],
    "POST JSON": [415, 415, 415, 415],
  },
  "settings_.password.tsx": {
    body: () => ({ currentPassword: "not mine", newPassword: "a fine new password" }),
    ...form(MEMBERS, [401, 400, 400, 400]),
  },
  "settings_.confirm.tsx": {
    at: "/settings/confirm?to=/settings/delete",
    body: () => ({ password: "not mine" }),
    ...form(MEMBERS, [401, 400, 400, 400]),
  },
  "settings_.authenticator.tsx": ASKING,
  "settings_.authenticator_.remove.ts": { ...ASKING, GET: NOBODY },
  "settings_.authenticator_.start.ts": { ...ASKING, GET: NOBODY },
  // Without a passkey there is nothing to answer with.
  "settings_.confirm_.challenge.ts": { GET: NOBODY, "POST form": API, "POST JSON": MEMBERS },
  "settings_.passkeys.tsx": ASKING,
  "settings_.passkeys_.challenge.ts": { ...ASKING, GET: NOBODY },
  "settings_.passkeys_.$id.tsx": { at: "/settings/passkeys/none", ...ASKING },
  "settings_.passkeys_.$id_.remove.ts": { at: "/settings/passkeys/none/remove", ...ASKING, GET: NOBODY },
  "settings_.recovery-codes.tsx": ASKING,
  "account-deleted.tsx": { GET: EVERYBODY },
  // Only a deleted account can be restored.
  "come-back.tsx": { GET: [404, 302, 302, 302], "POST form": SAVED, "POST JSON": [404, 302, 302, 302] },
  "settings_.export.tsx": ASKING,
  // It takes a file or what was found in one.
  "settings_.import.tsx": { ...form(MEMBERS, [401, 400, 400, 400]) },
  // Redirects to the page of exports, which explains it.
  "settings_.export_.$file.ts": { at: `/settings/export/${randomUUID()}.zip`, GET: [303, 303, 303, 303] },
  "listen.tsx": { at: "/listen?artist=Can&title=Vitamin+C", body: () => ({ service: "bandcamp" }), ...FORM },
  "settings_.delete.tsx": ASKING,
  "settings_.collection.ts": { body: () => ({ shown: "false" }), ...BUTTON },
  "welcome.new-here.ts": { body: () => ({ shown: "false" }), ...BUTTON },
  "settings_.pause.ts": { body: () => ({ paused: "false" }), ...BUTTON },
  "settings_.ended.tsx": { GET: MEMBERS },
  "settings_.age.tsx": { GET: MEMBERS },
  // No age provider is set up.
  "settings_.age_.start.tsx": { GET: NOBODY },
  "settings_.age_.callback.tsx": { GET: NOBODY },
  "settings_.notifications.tsx": { body: () => ({ matchPage: "on" }), ...FORM },
  "settings_.notifications_.$id.remove.ts": { at: "/settings/notifications/:browser/remove", ...BUTTON },
  "settings_.notifications_.$id.test.ts": { at: "/settings/notifications/:browser/test", ...BUTTON },
  "settings_.privacy.tsx": { body: () => ({ showsSeen: "on" }), ...FORM },
  "settings_.reports.tsx": { GET: MEMBERS },
  "settings_.trips._index.tsx": { body: aTrip, ...FORM },
  "settings_.trips.$id.remove.ts": { at: "/settings/trips/:trip/remove", ...BUTTON },
  "api.profile.trips._index.ts": { body: aTrip, ...api({ GET: API, POST: [401, 201, 201, 201] }) },
  "api.profile.trips.$id.ts": {
    at: "/api/profile/trips/:trip",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 404],
    "DELETE JSON": [401, 404, 404, 404],
  },
  "settings_.sessions.$id.end.ts": { at: "/settings/sessions/none/end", ...BUTTON },
  "settings_.sessions.end.ts": BUTTON,
  "theme.ts": {
    body: () => ({ theme: "dark" }),
    GET: NOBODY,
    "POST form": [303, 303, 303, 303],
    "POST JSON": [415, 415, 415, 415],
  },
  "language.ts": {
    body: () => ({ language: "en" }),
    GET: NOBODY,
    "POST form": [303, 303, 303, 303],
    "POST JSON": [415, 415, 415, 415],
  },
  "api.profile.language.ts": {
    body: () => ({ language: "en" }),
    ...api({ GET: API, PUT: API }),
  },
  // These end the connection, so they come last.
  "api.matches.$id.ts": {
    at: "/api/matches/:match",
    GET: NO_METHOD,
    "DELETE form": [401, 404, 404, 204],
    "DELETE JSON": [401, 404, 404, 404],
  },
  // Ben has just unmatched her.
  "members.$id.unmatch.tsx": { at: "/members/:ada/unmatch", ...BUTTON, GET: NOBODY },
  // Ben is a former match by now too, and still sees their game.
  "members.$id.block.tsx": { at: "/members/:ada/block", ...BUTTON, GET: HER_PAGE },
  // All three have blocked her, and unblock somebody else.
  "settings_.blocked.tsx": { body: () => ({ targetUserId: "4503599627370495" }), ...FORM },
  "api.blocks._index.ts": { body: like, ...api({ GET: API, POST: [401, 204, 204, 204] }) },
  // The first request unblocks her.
  "api.blocks.$id.ts": {
    at: "/api/blocks/:ada",
    GET: NO_METHOD,
    "DELETE form": [401, 204, 204, 204],
    "DELETE JSON": [401, 404, 404, 404],
  },
};

// There is no request for the video's title.
const { app, visitor, addMember, signInAgain } = shareApp({
  PHOTO_CHECK: "on",
});
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
  const show = await make("/api/shows", aShow());
  const trip = await make("/api/profile/trips", aTrip());
  const connection = await make("/api/music-connections", aConnection());
  const match = mutual[0]?.id ?? "";
  const memberId = Number(ada.id);
  const browser = randomUUID();
  const [hers] = await db.select({ id: session.id }).from(session).where(eq(session.memberId, memberId));
  const row = { id: browser, memberId, sessionId: hers?.id ?? "", endpointHash: "hers", address: "hers" };
  // It waits with its pushes, since none would reach it.
  const pausedUntil = new Date(Date.now() + 86_400_000);
  await db.insert(pushSubscription).values({ ...row, pausedUntil, createdAt: new Date() });
  secrets = await plantSecrets(ada);
  const things = {
    ...{ ada: ada.id, talk, share, play, match, record, playlist, song, game, round, connection },
    ...{
      ...{ show, trip },
      upload,
      picture,
      pictureId: /[\da-f]{8}-[\da-f-]{27}/.exec(picture)?.[0] ?? "",
      photo: photoId,
      browser,
    },
  };
  known = {
    visitor: things,
    stranger: things,
    "ex-match": { ...things, talk: pastTalk },
    participant: things,
  };
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

/** The path of a route's row. */
function pathOf(file: string, things: Known) {
  const path = rows[file]?.at ?? addresses.get(file) ?? "";
  return path.replace(/:([a-z]+)/gi, (text, name: string) => things[name as keyof Known] ?? text);
}

/**
 * What is asked of a route: what its row has, and whether a page takes what it should not. Other methods never reach a page
 * (tests/http/request-guard.test.ts), and conventions.test.ts sends each to the API.
 */
function cellsOf(file: string, row: Row): Cell[] {
  return cells.filter((cell) => row[cell] || (cell.startsWith("POST") && !file.startsWith("api.")));
}

/** Who sends a request. A page that takes nothing looks at neither, so a visitor's form and a member's JSON stand for all. */
function actorsOf(row: Row, cell: Cell): readonly Actor[] {
  if (row[cell]) return actors;
  return cell.endsWith("form") ? ["visitor"] : ["participant"];
}

async function browserOf(actor: Actor, row: Row) {
  if (!row.ends) return browsers[actor];
  return actor === "visitor" ? visitor() : signInAgain(people[actor]);
}

async function httpRequest(browser: Browser, file: string, cell: Cell, things: Known) {
  const [method = "GET", kind] = cell.split(" ");
  const path = pathOf(file, things);
  const body = rows[file]?.body?.(things) ?? {};
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
  pictureId: randomUUID(),
  show: randomUUID(),
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
  browser: randomUUID(),
};

/** Sends an actor's request; returns its status. */
async function expectNoSecrets(file: string, row: Row, cell: Cell, actor: Actor): Promise<number> {
  const answer = await httpRequest(await browserOf(actor, row), file, cell, known[actor]);
  const text = await answer.text();
  expect(secrets.exec(text)?.[0], `what ${cell} tells the ${actor}`).toBeUndefined();
  if (answer.status === 405) expectWorded(answer, text, cell);
  const isAboutHer = pathOf(file, known[actor]) !== pathOf(file, madeUp) && row[cell] !== undefined;
  if (answer.status === 404 && isAboutHer && (actor === "stranger" || actor === "ex-match")) {
    const absent = await httpRequest(browsers[actor], file, cell, madeUp);
    const withoutIds = (text: string, things: Known) =>
      Object.values(things).reduce(
        (rest, id) => rest.replaceAll(id, ""),
        text.replaceAll(pathOf(file, things), "").replace(CHANGING, ""),
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
    const asked = cellsOf(file, row);
    const expected = Object.fromEntries(asked.map((cell) => [cell, row[cell] ?? [405]]));
    const answered: Record<string, number[]> = {};
    if (row.asksAgain) await setConfirmed(app(), 0);
    for (const cell of asked) {
      answered[cell] = await Promise.all(
        actorsOf(row, cell).map((actor) => expectNoSecrets(file, row, cell, actor)),
      );
      // The flash message of a form would be on the next page.
      if (row[cell] && cell.endsWith("form")) await db.update(session).set({ data: {} });
    }
    if (row.asksAgain) await setConfirmed(app(), Date.now());
    expect(answered).toEqual(expected);
  },
);

test("visitors may open the pages that help them sign in, end mail, say they are home or give notice, and those that say what is kept and decided, and no others", () => {
  const open = Object.entries(rows).filter(([file, { GET }]) => file.endsWith(".tsx") && GET[0] === 200);
  expect(open.map(([file]) => file).sort()).toEqual([
    "_index.tsx",
    "account-deleted.tsx",
    "forgot-password.tsx",
    "forgot-password_.code.tsx",
    "help.tsx",
    "home-safe.tsx",
    "notice._index.tsx",
    "offline.tsx",
    "privacy.data.tsx",
    "reset-password.tsx",
    "transparency.tsx",
    "unsubscribe.tsx",
  ]);
});

test("every route has a row in this table, and every row a route", () => {
  expect(Object.keys(rows).sort()).toEqual([...addresses.keys()].sort());
});

test("every method that the API describes has its answers here", () => {
  const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
    paths: Record<string, object>;
  };
  const isMethod = (name: string) => ["GET", ...writes].includes(name.toUpperCase());
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter(isMethod)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const answered = Object.entries(rows).flatMap(([file, row]) => {
    const path = addresses.get(file)?.replace(/:(\w+)/g, "{$1}") ?? "";
    if (!(path in paths)) return [];
    const taken = cells.filter((cell) => row[cell] && row[cell][3] !== 405);
    return [...new Set(taken.map((cell) => `${cell.split(" ")[0]} ${path}`))];
  });
  expect(answered.sort()).toEqual(described.sort());
});
