import { AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { client, db } from "db/client.server";
import { openLocal } from "db/local.server";
import { rateLimit } from "db/schema";
import { afterCommit, type Tx, transaction } from "db/transaction.server";
import { openFile } from "db/write-ahead-log.server";
import { eq } from "drizzle-orm";
import ts from "typescript";
import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "~/refusal";
import { sourcesIn } from "../sources";

const key = "count";

beforeEach(async () => {
  await db.delete(rateLimit);
  await db.insert(rateLimit).values({ key, points: 0 });
});

async function readPoints(on: Tx | typeof db = db): Promise<number | undefined> {
  const [row] = await on.select({ points: rateLimit.points }).from(rateLimit).where(eq(rateLimit.key, key));
  return row?.points;
}

const setPoints = (tx: Tx, points: number) =>
  tx.update(rateLimit).set({ points }).where(eq(rateLimit.key, key));

/** Counts one up, with a decision between reading and writing. */
const countUp = () =>
  transaction(async (tx) => {
    const points = (await readPoints(tx)) ?? 0;
    await setPoints(tx, points + 1);
    return points + 1;
  });

test("what a transaction has read stays true until it has written, whatever else goes on", async () => {
  const other = db.update(rateLimit).set({ expire: new Date() }).where(eq(rateLimit.key, key));
  const counted = await Promise.all([...Array.from({ length: 30 }, countUp), other]);
  expect(counted.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(await readPoints()).toBe(30);
});

test("one that throws has changed nothing, and those that share its commit stay", async () => {
  const refused = transaction(async (tx) => {
    await setPoints(tx, 100);
    throw new Refusal("forbidden", "No.");
  });
  const [first, second, third] = await Promise.allSettled([countUp(), refused, countUp()]);
  expect([first, second, third]).toMatchObject([
    { value: 1 },
    { reason: { code: "forbidden", message: "No." } },
    { value: 2 },
  ]);
  expect(await readPoints()).toBe(2);
});

test("nobody reads what is not committed", async () => {
  let meanwhile: Promise<number | undefined> | undefined;
  let isRead = false;
  const step = new EventEmitter();
  step.once("written", () => {
    meanwhile = readPoints().finally(() => {
      isRead = true;
    });
  });
  // The listener is outside of the transaction.
  const tell = AsyncResource.bind(() => step.emit("written"));
  const changed = transaction(async (tx) => {
    await setPoints(tx, 7);
    tell();
    for (let reads = 0; reads < 20; reads++) await readPoints(tx);
    expect(isRead).toBe(false);
    throw new Error("Changed their mind");
  });
  await expect(changed).rejects.toThrow("Changed their mind");
  expect(await meanwhile).toBe(0);
});

test("what follows a commit happens after it, once, and not if there is none", async () => {
  const seen: (number | undefined | string)[] = [];
  await transaction(async (tx) => {
    afterCommit(tx, () => seen.push("committed"));
    await setPoints(tx, 1);
    seen.push("changed");
  });
  const refused = transaction(async (tx) => {
    afterCommit(tx, () => seen.push("never"));
    throw new Refusal("conflict", "Too late.");
  });
  await expect(refused).rejects.toThrow("Too late.");
  expect(seen).toEqual(["changed", "committed"]);
});

test("within a transaction nothing runs beside it", async () => {
  const stray = transaction(async (tx) => {
    await setPoints(tx, 5);
    await db.select().from(rateLimit);
  });
  await expect(stray).rejects.toMatchObject({
    cause: { message: "Inside a transaction, run statements on `tx`." },
  });
  expect(await readPoints()).toBe(0);
  // A later statement is outside again.
  expect(await countUp()).toBe(1);
});

test("a change that another one's error has undone runs again", async () => {
  let runs = 0;
  // Changes share a commit for ten milliseconds; here they do however long they take.
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const undone = transaction(async (tx) => {
    runs++;
    await setPoints(tx, 3);
  });
  // Such an error ends the shared commit.
  const ending = client.execute("insert or rollback into rate_limit (key, points) values ('count', null)");
  const [first, second] = await Promise.allSettled([undone, ending]);
  clock.mockRestore();
  expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
  expect(runs).toBe(2);
  expect(await readPoints()).toBe(3);
});

test("a transaction that its caller forgets is undone, and holds up others for three seconds at most", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-transaction-")), "b-side.sqlite");
  const local = openLocal(`file:${file}`, file, 0);
  await local.execute("create table note (text text)");
  const forgotten = await local.transaction("write");
  await forgotten.execute("insert into note values ('forgotten')");
  await local.execute("insert into note values ('written')");
  expect((await local.execute("select text from note")).rows).toMatchObject([{ text: "written" }]);
  await expect(forgotten.commit()).rejects.toMatchObject({ code: "TRANSACTION_CLOSED" });
  local.close();
});

test("what meets the lock of a transaction leaves its connection open", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-transaction-")), "b-side.sqlite");
  const local = openLocal(`file:${file}`, file, 0);
  await local.execute("create table note (text text)");
  const opened = await local.transaction("write");
  await opened.execute("insert into note values ('first')");
  const emptied = local.emptyLog();
  await setImmediate();
  await opened.execute("insert into note values ('second')");
  await opened.rollback();
  expect(await emptied).toBe(true);
  expect((await local.execute("select text from note")).rows).toEqual([]);
  local.close();
});

test("closing a client saves the writes that wait", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-transaction-")), "b-side.sqlite");
  const local = openLocal(`file:${file}`, file, 0);
  await local.execute("create table note (text text)");
  const writes = Array.from({ length: 5 }, (_, index) =>
    local.execute(`insert into note values ('${index}')`),
  );
  local.close();
  await Promise.all(writes);
  const other = openFile(file, 0);
  expect(other.prepare("select count(*) as count from note").get()).toMatchObject({ count: 5 });
  other.close();
});

test("a transaction waits for nothing but its own statements", () => {
  const waits = sourcesIn("app", /\.tsx?$/).flatMap(({ path, text }) => {
    if (!/\b(transaction|Tx)\b/.test(text)) return [];
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    return findTransactions(file).flatMap(({ body, tx }) =>
      awaitedIn(body)
        .filter((awaited) => !concerns(awaited, tx))
        .map((awaited) => `${path}: await ${awaited.getText().slice(0, 60)}`),
    );
  });
  expect(waits).toEqual([]);
});

/** The functions that are called with a transaction, as `transaction((tx) => …)` or with a parameter of type `Tx`. */
function findTransactions(file: ts.SourceFile): { body: ts.Node; tx: string }[] {
  const found: { body: ts.Node; tx: string }[] = [];
  (function visit(node: ts.Node) {
    ts.forEachChild(node, visit);
    if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return;
    const isArgument = ts.isCallExpression(node.parent) && node.parent.expression.getText() === "transaction";
    const [first] = node.parameters;
    const given = isArgument ? first : node.parameters.find(({ type }) => type?.getText() === "Tx");
    if (given) found.push({ body: node.body, tx: given.name.getText() });
  })(file);
  return found;
}

function awaitedIn(body: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  (function visit(node: ts.Node) {
    if (ts.isAwaitExpression(node)) found.push(node.expression);
    ts.forEachChild(node, visit);
  })(body);
  return found;
}

/** Whether a call is one of `tx.…`, or is given `tx` or such a call. */
function concerns(awaited: ts.Expression, tx: string): boolean {
  let node: ts.Node = awaited;
  while (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
    if (ts.isCallExpression(node) && node.arguments.some((each) => concerns(each, tx))) return true;
    node = node.expression;
  }
  return node.getText() === tx;
}
