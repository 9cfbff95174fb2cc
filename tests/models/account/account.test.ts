// An account's email address, names, pause, passkeys and browsers.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { providerRecord } from "db/schema";
import { transaction } from "db/transaction.server";
import { asc } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { addAccount } from "~/models/account/account.server";
import { emailInput, signUpInput } from "~/models/account/account-schema";
import { setPaused } from "~/models/account/leaving/pause.server";
import { isNameAllowed, isSurnameAllowed, NAME_MESSAGE } from "~/models/account/name";
import {
  addPasskey,
  checkPasskey,
  startAddingPasskey,
  startUsingPasskey,
} from "~/models/account/second-factor/passkey.server";
import { passkeyInput, passkeySignInInput } from "~/models/account/second-factor/passkey-schema";
import { listSecurityEvents, recordMemberEvent } from "~/models/account/security-event.server";
import { matchesSearch } from "~/models/account/settings-search";
import {
  deleteExpiredProviderRecords,
  getProviderRecord,
  putProviderRecord,
} from "~/models/account/sign-in/provider-record.server";
import { browserName } from "~/models/browser-name.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { addMessage } from "~/models/conversation/message.server";
import { startConversation } from "~/models/conversation/request.server";
import { decideOn } from "~/models/match/decision.server";
import { discover } from "~/models/match/discover.server";
import { listMatches } from "~/models/match/match.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { addGame } from "~/models/trivia/new-game.server";
import { addMember, addNewcomer, makeConversation, makeMatch } from "../../cast";
import { makePasskeyDevice } from "../../fakes/passkey-device";

const read = (email: string) => emailInput.safeParse({ email }).data?.email;

test.each([
  "ada@example.org",
  "ivan@xn--e1afmkfd.xn--p1ai",
  "o&m@example.org",
  "a/b@example.org",
  "user=x@example.org",
  "name.@docomo.ne.jp",
  "a..b@ezweb.ne.jp",
  "o'neill+records@mail.example.co.uk",
  "{a}|b~c!#$%*?^_`@example.org",
  "1@2.example",
  "ada+news@example.org",
  "_ada-@example.org",
  "-ada@example.org",
  "#1@example.org",
  "a%b@example.org",
  "ada.@ezweb.ne.jp",
  "a...b@docomo.ne.jp",
  "ada@xn--80ak6aa92e.com",
  "ada@a-b.c--d.museum",
  `${"a".repeat(64)}@example.org`,
  `ada@${"a".repeat(63)}.org`,
])("%s is an address", (email) => {
  expect(read(email)).toBe(email);
});

test.each([
  [" Ada@Example.ORG ", "ada@example.org"],
  ["ivan@президент.рф", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["ivan@Президент.РФ", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["ivan@XN--D1ABBGF6AIIY.XN--P1AI", "ivan@xn--d1abbgf6aiiy.xn--p1ai"],
  ["jo@bücher.example", "jo@xn--bcher-kva.example"],
  ["jo@BÜCHER.example", "jo@xn--bcher-kva.example"],
  ["jo@faß.example", "jo@xn--fa-hia.example"],
  ["jo@例え.jp", "jo@xn--r8jz45g.jp"],
  ["jo@مثال.إختبار", "jo@xn--mgbh0fb.xn--kgbechtv"],
  ["\u200bada@example.org\u200b", "ada@example.org"],
  ["\u2068ada@example.org\u2069", "ada@example.org"],
  ["\u202aada@example.org\u202c\u00a0", "ada@example.org"],
  ["\ufeffada@example.org", "ada@example.org"],
])("%s is the address %s", (typed, email) => {
  expect(read(typed)).toBe(email);
});

test.each([
  "ada at example",
  "ada@example",
  "@example.org",
  "ada@",
  "ada@bea@example.org",
  '"ada"@example.org',
  ".ada@example.org",
  "a da@example.org",
  "ada@exa mple.org",
  "ada@.example.org",
  "ada@example..org",
  "ada@example.org.",
  "ada@-example.org",
  "ada@example-.org",
  "ada@exa_mple.org",
  "ada@exa%6dple.org",
  "ada@example.o",
  "ada@127.0.0.1",
  "ada@0x7f.0x1",
  "ada@[127.0.0.1]",
  "a\u200bda@example.org",
  "ada@example.org:25",
  "ada@example.org/x",
  "ada<b>@example.org",
  "ada,ben@example.org",
  "ada\\@example.org",
  "ada@example.org\r\nBcc: ben@example.org",
  "иван@example.org",
  `${"a".repeat(65)}@example.org`,
  `ada@${"a".repeat(64)}.org`,
  `ada@${"ж".repeat(60)}.org`,
])("%j is no address", (email) => {
  const { error } = emailInput.safeParse({ email });
  expect(error?.flatten().fieldErrors.email).toEqual(["Enter an email address, such as ada@example.org"]);
});

test.each([
  ...[
    "Anne-Marie",
    "Jean Luc",
    "O'Connor",
    "María José",
    "Nguyễn",
    "Zoë",
    "李小龙",
    "Ólafur",
    "J. R.",
    "Jr.",
  ],
  ...[
    "Moda",
    "Sadmin",
    "Adminka",
    "Supporta",
    "Дмитрий",
    "Αλέξανδρος",
    "Софья",
    "Łukasz",
    "أحمد",
    "Dot",
    "X Æ A-12",
  ],
  ...[
    "Mod",
    "Staffan",
    "Ömer",
    "Ngũgĩ wa Thiong’o",
    "St. John",
    "Ashleigh",
    "Beside",
    "B",
    "Noé",
    "Formerly",
    "Gal·la",
    "Io",
    "Instance",
    "Ma.Teresa",
    "MA.TERESA",
    "Juan Ma.Garcia",
    "St.John",
    "St.John-Smith",
    "Ste.Marie",
    "Dr.Who",
    "J.Robert",
    "J.R.Tolkien",
    "Jr.Walker",
    "PJ.Harvey",
    "Mary.Ann",
    "Al.Bert",
    "Mary.Ann Smith",
    "Anna.Lena.Sofie",
    "Ana.María",
    "Éva.Mária",
    "Anna.Ólafsdóttir",
    "Md.Rahman",
    "MD.RAHMAN",
    "Mohd.Ali",
    "Abd.Rahman",
    "Sk.Hasan",
    "Fco.Javier",
    "Sto.Tomas",
    "Mc.Donald",
    "Th.Müller",
    "Chr.Andersen",
    "Hans-J.Müller",
    "А.С.Пушкин",
    "Св.Иван",
    "Ма.Тереза",
    "מ.כהן",
    "د.أحمد",
    "ก.ไก่",
  ],
])("a name: %s", (name) => {
  expect(isNameAllowed(name)).toBe(true);
});

test.each([
  ...[
    "Pay me at evil.example or else",
    "evil.com",
    "ada@example.org",
    "https://t",
    "www evil",
    "t.me/x",
    "evil。com",
  ],
  ...[
    "evil dot com",
    "evil(dot)com",
    "evil dоt cоm",
    "evil·com",
    "evil .example",
    "5_5_5_0_1",
    "5·5·5",
    "5️⃣5️⃣5️⃣",
    "Ada insta adaxx",
    "Теlegram ada",
    "ｅｖｉｌ．ｃｏｍ",
    "ev\u200bil.c\u200dom",
    "T.Me",
    "X.Com",
    "St.Live",
    "st.example",
    "Ada.Example",
    "Evil.St.Example",
    "Ma.teresa",
    "Mary.ann",
    "mary.ann",
    "buy.now.com",
    "Buy.Now.Com",
    "Buy.Now",
    "Example.Com",
    "Linktr.Ee",
    "Mary.Ann.com",
    "Mary.Ann/x",
    "Mary.Ann:8080",
    "www.Mary.Ann",
    "Mary.Test",
    "Mary.Casino",
    "Ada 0770090",
    "0 7 7",
    "Call 555-0199",
    "٠٧٧٠",
  ],
  ...[
    "Support",
    "B-Side",
    "B Side Team",
    "BSide",
    "Former member",
    "Moderator Ada",
    "Admin",
    "Official Ada",
    "STAFF",
  ],
  ...[
    "Аdmin",
    "Ѕupport",
    "Suρρort",
    "ｓｕｐｐｏｒｔ",
    "5upp0rt",
    "adm1n",
    "@dmin",
    "Offlcial",
    "Админ",
    "Модератор",
  ],
  ...[
    "S u p p o r t",
    "s.u.p.p.o.r.t",
    "Sup Port",
    "ad-min",
    "su\u00adpport",
    "Ádmín",
    "Ada a d m i n",
    "Fоrmer Mеmber",
  ],
])("no name: %s", (name) => {
  expect(isNameAllowed(name)).toBe(false);
});

test.each(["Staff", "staff", "Staff-Jones", "Meyer-Staff", "Support-Staff", "B-Side-Staff", "Staff Team"])(
  "of %s as a surname",
  (name) => {
    expect(isSurnameAllowed(name)).toBe(!/support|side|team/i.test(name));
    expect(isNameAllowed(name)).toBe(false);
  },
);

test("sign-up refuses such names at their fields, and first names of more than 40 characters", () => {
  const person = { email: "ada@example.org", password: "listen closely", adult: "on" };
  const refused = (firstName: string, lastName: string) =>
    signUpInput.safeParse({ ...person, firstName, lastName }).error?.flatten().fieldErrors;
  expect(refused("Support", "evil.example")).toEqual({
    firstName: [t(NAME_MESSAGE)],
    lastName: [t(NAME_MESSAGE)],
  });
  expect(refused("a".repeat(41), "b".repeat(60))).toEqual({ firstName: ["Use at most 40 characters"] });
  expect(refused("María José", "O'Connor")).toBeUndefined();
  expect(refused("Ma.Teresa", "Cruz")).toBeUndefined();
  expect(refused("Sebastian", "St.John")).toBeUndefined();
  expect(refused("Ann", "Staff")).toBeUndefined();
  expect(refused("Staff", "Ann")).toEqual({ firstName: [t(NAME_MESSAGE)] });
});

test("a paused member leaves Discover, can't be reached by new people, and keeps matches and conversations", async () => {
  const [ada, ben, cleo, dan] = [
    await addMember("Ada"),
    await addMember("Ben"),
    await addMember("Cleo"),
    await addMember("Dan"),
  ];
  await makeMatch(dan, ben);
  const conversation = await makeConversation(ada, ben);
  const found = async () => (await discover(cleo.id, {})).members.some(({ id }) => id === String(ben.id));
  const absent = { code: "absent" };
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  expect(await found()).toBe(true);
  await setPaused(ben.id, true);
  await setPaused(ben.id, true);
  expect(await found()).toBe(false);
  expect(await getMemberPage(cleo, ben.id)).toBeUndefined();
  await expect(decideOn(cleo.id, { targetUserId: ben.id, liked: true })).rejects.toMatchObject(absent);
  await expect(startConversation(cleo.id, ben.id)).rejects.toMatchObject(absent);
  await expect(addGame(cleo.id, { player2Id: ben.id })).rejects.toMatchObject(absent);
  expect(await startConversation(dan.id, ben.id)).toMatchObject({ accepted: true });
  expect(await addGame(dan.id, { player2Id: ben.id })).toMatchObject({ status: "waiting" });
  expect((await listMatches(ada, { mutual: true })).matches).toHaveLength(1);
  expect(await getConversation(ada.id, conversation.id)).toBeDefined();
  expect(await addMessage(ada.id, conversation.id, { content: "Enjoy the break" })).toMatchObject({
    content: "Enjoy the break",
  });
  await setPaused(ben.id, false);
  expect(await found()).toBe(true);
});

test("a passkey whose counter stays or falls is accepted, and logged once it has counted", async () => {
  const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
  const accountId = await addAccount({ ...person, password: "listen very closely" }, randomUUID());
  const device = makePasskeyDevice(env.origin);
  const created = device.create(await startAddingPasskey(accountId, "add ada"));
  const input = passkeyInput.parse({ name: "My laptop", passkey: created });
  await addPasskey(accountId, "add ada", input, { sessionId: randomUUID(), userAgent: "" });

  const warn = vi.spyOn(log.logger, "warn");
  const logged: [number, number][] = [];
  for (const counter of [0, 0, 5, 5, 4, 0, 6]) {
    const used = device.use(await startUsingPasskey("sign in ada"), { counter });
    const { passkey } = passkeySignInInput.parse({ passkey: used });
    expect(await checkPasskey("sign in ada", passkey)).toMatchObject({ accountId });
    logged.push([counter, warn.mock.calls.length]);
    warn.mockClear();
  }
  expect(logged).toEqual([
    [0, 0],
    [0, 0],
    [5, 0],
    [5, 1],
    [4, 1],
    [0, 1],
    [6, 0],
  ]);
});

test("known browsers are named with their system", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  expect(browserName(firefox)).toBe("Firefox on Linux");
  const safari =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
  expect(browserName(safari)).toBe("Safari on iOS");
});

test.each([
  "https://evil.example/help 1.0",
  "Your-account-is-locked-go-to-evil.example/1.0",
  "evil.example",
  "Call-+1-555-0100 (Security team)",
  "Mozilla/5.0 (evil.example; evil.example) evil.example/1 evil.example/2",
])("a name that a visitor makes up is not repeated: %s", (userAgent) => {
  expect(browserName(userAgent)).toBe("Unknown browser");
});

test("a member's activity has no number that tells how much happens to other accounts", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await transaction((tx) => recordMemberEvent(tx, ben.id, "passkey-added", "curl"));
  await transaction((tx) => recordMemberEvent(tx, ada.id, "passkey-added", "curl"));
  expect(await listSecurityEvents(ada.id)).toEqual([
    { kind: "passkey-added", browser: "Unknown browser", at: expect.any(String) },
  ]);
});

test.each([
  ["", true],
  ["  ", true],
  ["pass", true],
  ["PASSWORD change", true],
  ["change pass", true],
  ["word", false],
  ["password photo", false],
  ["(", true],
])("%j finds Change Password: %s", (query, finds) => {
  expect(matchesSearch(query, "Change Password. Your other browsers will be signed out.")).toBe(finds);
});

test("records of sign-ins are not found once they have expired, and deleted in the next hour", async () => {
  await putProviderRecord("Session", "lasting", {});
  await putProviderRecord("Interaction", "brief", {}, 60);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await getProviderRecord("Interaction", { id: "brief" })).toBeUndefined();
  await putProviderRecord("Interaction", "later", {}, 60);
  await deleteExpiredProviderRecords();
  vi.useRealTimers();
  const kept = await db
    .select({ id: providerRecord.id })
    .from(providerRecord)
    .orderBy(asc(providerRecord.id));
  expect(kept).toEqual([{ id: "lasting" }, { id: "later" }]);
});
