import { expect, test } from "vitest";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import { settingsInput } from "~/models/notification/notification-schema";
import { defaultSettings, type NotificationSettings } from "~/models/notification/notification-settings";
import {
  endMail,
  memberOfToken,
  readSettings,
  saveSettings,
  unsubscribeToken,
} from "~/models/notification/notification-settings.server";
import { addMember, makeConversation, makeMatch } from "../../cast";

const save = (memberId: number, changes: Partial<NotificationSettings>) =>
  saveSettings(memberId, { ...defaultSettings, ...changes });

test("a topic that a member doesn't want on the page is neither listed nor counted", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ben, ada);
  await makeMatch(await addMember("Cleo"), ada);
  const kinds = async () => (await listNotifications(ben.id)).notifications.map(({ kind }) => kind);
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([["match"], 1]);
  await save(ben.id, { matchPage: false });
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([[], 0]);
  // An export has everything.
  expect((await listNotifications(ben.id, { isWhole: true })).notifications).toHaveLength(1);
  // The badge of Matches is not the bell's.
  expect(await countUnreadNotifications(ben.id, { kind: "match" })).toBe(1);
  await save(ben.id, { messagePage: false });
  expect([await kinds(), await countUnreadNotifications(ben.id)]).toEqual([["match"], 1]);
});

test("one member's settings leave others' alone", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeConversation(ada, ben);
  await save(ada.id, { matchPage: false });
  expect((await listNotifications(ben.id)).notifications).toHaveLength(1);
  expect(await readSettings(ben.id)).toEqual(defaultSettings);
});

test("a link in a mail ends that member's mail, and nothing else of the settings", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await save(ada.id, { matchPage: false, showsNames: true, matchMail: "now", quietFrom: 22, quietTo: 7 });
  const memberId = memberOfToken(unsubscribeToken(ada.id));
  expect(memberId).toBe(ada.id);
  await endMail(ada.id);
  await endMail(ada.id);
  expect(await readSettings(ada.id)).toEqual({
    ...defaultSettings,
    ...{ matchPage: false, showsNames: true, quietFrom: 22, quietTo: 7 },
    ...{
      matchMail: "never",
      messageMail: "never",
      gameMail: "never",
      playlistMail: "never",
      musicMail: "never",
      recordMail: "never",
      planMail: "never",
      showMail: "never",
      accountMail: "never",
    },
  });
  expect((await readSettings(ben.id)).matchMail).toBe("weekly");
});

test("no other token names a member, and a member who is gone is ignored", async () => {
  const token = unsubscribeToken(1);
  const first = token.startsWith("A") ? "B" : "A";
  for (const each of ["", "1", "none", token.slice(1), first + token.slice(1)])
    expect(memberOfToken(each)).toBeUndefined();
  await endMail(1);
  expect(await readSettings(1)).toEqual(defaultSettings);
});

test("quiet hours start and end at an hour, in a time zone that exists", () => {
  const parse = (fields: object) => settingsInput.safeParse(fields);
  expect(parse({ quietFrom: "22", quietTo: "7", timeZone: "Europe/Berlin" }).data).toMatchObject({
    quietFrom: 22,
    quietTo: 7,
    timeZone: "Europe/Berlin",
  });
  expect(parse({ quietFrom: "", quietTo: "8", timeZone: "" }).data).toMatchObject({
    quietFrom: null,
    quietTo: null,
    timeZone: null,
  });
  for (const wrong of [
    { timeZone: "Middle/Earth" },
    { timeZone: "x".repeat(61) },
    { timeZone: 1 },
    { quietFrom: 24, quietTo: 1 },
    { quietFrom: -1, quietTo: 1 },
    { quietFrom: 3 },
    { matchMail: "hourly" },
    { matchPush: "often" },
  ])
    expect([wrong, parse(wrong).success]).toEqual([wrong, false]);
});
