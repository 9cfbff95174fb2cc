// Push through the running server: browsers by form and JSON, and a match that calls an absent member.
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startPushService } from "../../fakes/push-service";
import { makeMatch, type Person } from "../people";

const service = await startPushService();
const { addMember, app } = shareApp({ PUSH_URL: service.address });
afterAll(() => service.close());

const API = "/api/notifications/browsers";
const list = async (person: Person) => (await person.get(API)).json();

async function addBrowser(person: Person) {
  const { publicKey } = await list(person);
  const device = service.subscribe(publicKey);
  const answer = await person.json("POST", API, { ...device.subscription, timeZone: "Europe/Berlin" });
  expect(answer.status).toBe(201);
  const { id }: { id: string } = await answer.json();
  return { ...device, id };
}

test("a match while away calls the member, and what is read closes again", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  const [received] = await phone.untilReceived();
  expect(received?.payload).toMatchObject({
    web_push: 8030,
    notification: { title: "New match on B-Side" },
  });
  const { navigate = "", tag } = received?.payload.notification ?? {};
  expect(navigate.startsWith(`${app().origin}/members/`)).toBe(true);
  expect((await ben.get(navigate.replace(app().origin, ""))).status).toBe(200);
  const [, closed] = await phone.untilReceived(2);
  expect(closed?.payload).toEqual({ close: [tag] });
});

test("a browser is added once, tested and removed, by form and by JSON", async () => {
  const ada = await addMember("Ada");
  const phone = await addBrowser(ada);
  const again = await ada.json("POST", API, phone.subscription);
  const { id } = await again.json();
  expect(await list(ada)).toEqual({
    publicKey: expect.any(String),
    browsers: [{ id, name: expect.any(String), since: expect.any(String), isCurrent: true }],
  });
  expect((await (await ada.get("/api/notifications/settings")).json()).timeZone).toBe("Europe/Berlin");
  expect((await ada.json("POST", `${API}/${id}/test`, {})).status).toBe(204);
  await ada.form(`/settings/notifications/${id}/test`, {});
  expect((await phone.untilReceived(2)).map(({ payload }) => payload.notification?.title)).toEqual(
    Array(2).fill("Notifications work on this device"),
  );
  expect(await (await ada.get("/settings/notifications")).text()).toContain("Send a Test");
  await ada.form(`/settings/notifications/${id}/remove`, {});
  expect((await list(ada)).browsers).toEqual([]);
  const { id: last } = await addBrowser(ada);
  expect((await ada.json("DELETE", `${API}/${last}`, {})).status).toBe(204);
  expect((await ada.json("DELETE", `${API}/${last}`, {})).status).toBe(404);
});

test("another member's browser looks like one that isn't there", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await addBrowser(ada);
  for (const each of [id, "none"]) {
    const answers = [
      await ben.json("DELETE", `${API}/${each}`, {}),
      await ben.json("POST", `${API}/${each}/test`, {}),
    ];
    for (const answer of answers)
      expect([answer.status, await answer.text()]).toEqual([404, "There is nothing here."]);
  }
  expect((await list(ada)).browsers).toHaveLength(1);
});

test("an endpoint of no push service is refused with a sentence", async () => {
  const ada = await addMember("Ada");
  const { keys } = service.subscribe().subscription;
  const answer = await ada.json("POST", API, { endpoint: "https://10.0.0.1/push", keys });
  expect([answer.status, await answer.text()]).toEqual([400, "We can't reach your browser's push service."]);
});

test("the service worker is there for everybody, and asks for nothing private", async () => {
  const ada = await addMember("Ada");
  const answer = await ada.get("/sw.js");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
    200,
    expect.stringContaining("javascript"),
  ]);
});
