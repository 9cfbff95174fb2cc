// The inventory of all columns, asked of the real erasure, export and evidence: a member has a row in every table, with
// values that occur nowhere else.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { dataInventory } from "db/data-inventory";
import * as schema from "db/schema";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { hashAddress } from "~/models/mail-queue.server";
import { readSnapshot } from "~/models/safety/evidence/evidence.server";
import { findMessages } from "~/models/safety/evidence/evidence-messages.server";
import { listExportParts } from "~/operations/export-content.server";
import { addNewcomer } from "../../cast";

type Name = keyof typeof dataInventory;
type Row = Record<string, unknown>;
type Field = { name: Name; key: string; column: SQLiteColumn; answer: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const [ADA, BEN, CLEO] = [1_000_001, 1_000_002, 1_000_003] as const;
const now = Date.now();
const names = (Object.keys(dataInventory) as Name[]).filter((name) =>
  Object.values(dataInventory[name].columns).some((answer) => answer !== "nobody's"),
);
const tables: Record<Name, SQLiteTable> = { ...schema };
const tableOf = (name: Name) => tables[name];
const fields: Field[] = names.flatMap((name) =>
  Object.entries(getTableColumns(tableOf(name))).map(([key, column]) => ({
    name,
    key,
    column,
    answer: (dataInventory[name].columns as Record<string, string>)[key] ?? "",
  })),
);
const wordOf = (name: Name, key: string) => `zq-${name}-${key}-qz`;

/** The members other than Ada whom a column names: Cleo where something has ended between the two. */
const withBen = [
  "targetId",
  "highId",
  "player2Id",
  "collaboratorId",
  "reportedId",
  "moderatorId",
  "claimedBy",
];
const withCleo = ["block", "endedConnection"];

/** What a column needs for the rest to work; the others have a value of their own. */
const given: { [Table in Name]?: Row } = {
  member: {
    id: ADA,
    issuer: EMBEDDED_MEMBERS,
    subject: wordOf("account", "id"),
    email: `${wordOf("member", "email")}@example.org`,
    meets: ["woman"],
    visitedOn: 20_000,
    ageCheckedOn: 20_000,
    deletedAt: null,
    purgedAt: null,
    suspendedAt: null,
    suspendedUntil: null,
    waitingSince: null,
    morePhotos: [{ photoId: null, portraitUrl: null, photoFocus: wordOf("member", "morePhotos") }],
    prompts: [{ prompt: "b_side", answer: wordOf("member", "prompts") }],
  },
  dailyAnswer: { day: 30_000 },
  trip: { firstDay: 30_010, lastDay: 30_020 },
  preferences: { favoriteGenres: ["Jazz"] },
  artist: { id: 5_000_000, listeners0: 0, listeners1: 0 },
  candidate: { cell: 5_000_001 },
  picture: { removedAt: null, heldAt: null, pendingAt: null },
  musicAccount: { service: "spotify" },
  pendingAccount: { email: `${wordOf("member", "email")}@example.org` },
  unreachableAddress: { hash: hashAddress(`${wordOf("member", "email")}@example.org`) },
  providerRecord: { payload: { accountId: wordOf("account", "id") } },
  mail: { content: { kind: "known" } },
  session: { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  securityEvent: { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  conversation: { declinedAt: null, endedAt: null },
  message: { metadata: { type: "song", title: wordOf("message", "metadata") }, deletedAt: null },
  messageVersion: {
    messageId: wordOf("message", "id"),
    metadata: { type: "song", title: wordOf("messageVersion", "metadata") },
  },
  attachment: { id: wordOf("message", "id"), kind: "photo" },
  // Of another message than the one whose file is erased.
  evidenceAttachment: { attachmentId: wordOf("evidenceAttachment", "attachmentId") },
  jointPlay: { messageId: wordOf("message", "id") },
  reaction: { messageId: wordOf("message", "id") },
  notification: { kind: "match", subjectId: wordOf("match", "id") },
  linkDetails: { pictureId: null },
  record: { pictureId: null },
  playlist: { pictureId: null, removedAt: null },
  show: { calendarId: null, day: 30_000 },
  plan: { day: 30_000 },
  triviaGame: { currentRound: 1, totalRounds: 1, status: "completed", winnerId: ADA },
  triviaQuestion: { roundNumber: 1 },
  caseMessage: { kind: "answer" },
  report: { outcome: "dismissed" },
  sanction: { removed: [{ kind: "bio", text: wordOf("sanction", "removed") }] },
};

/** The columns that refer to a row of this table. */
function referencesOf(name: Name, to: SQLiteTable) {
  return getTableConfig(tableOf(name)).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return foreignTable === to ? columns : [];
  });
}

const isPicture = (name: Name, column: SQLiteColumn) => referencesOf(name, schema.picture).includes(column);
/** Whether a column has the id of another row than a picture, which that row's own id is asked for. */
const isReference = (name: Name, column: SQLiteColumn) =>
  !isPicture(name, column) && names.some((each) => referencesOf(name, tableOf(each)).includes(column));

const seeded = new Map<Name, Row>();
const pictures: Row[] = [];

function seedOf({ name, key, column }: Field, index: number): unknown {
  const own = given[name];
  if (own && key in own) return own[key];
  if (referencesOf(name, schema.member).includes(column) || key === "memberId") {
    const other = withCleo.includes(name) ? CLEO : BEN;
    return withBen.includes(key) ? other : ADA;
  }
  if (isPicture(name, column)) {
    // For moderators only.
    const heldAt = name === "evidencePicture" || name === "photoCheck" ? new Date(now) : null;
    const at = { createdAt: new Date(now), madeAt: new Date(now), heldAt };
    pictures.push({ id: wordOf(name, key), ownerId: ADA, ...at });
    return wordOf(name, key);
  }
  for (const each of names) {
    if (!referencesOf(name, tableOf(each)).includes(column)) continue;
    const [id] = Object.entries(getTableColumns(tableOf(each))).filter(([, { primary }]) => primary);
    const target = fields.findIndex((field) => field.name === each && field.key === id?.[0]);
    const field = fields[target];
    return field && seedOf(field, target);
  }
  if (column.enumValues) return column.enumValues.at(-1);
  switch (column.dataType) {
    case "number":
      return 7_000_000 + index;
    case "boolean":
      return !column.default;
    case "date":
      return new Date(now + index + (key === "expiresAt" ? DAY_MS : -DAY_MS));
    case "json":
      return [wordOf(name, key)];
    default:
      return wordOf(name, key);
  }
}

/** The condition of a row's primary key. */
function isRow(name: Name, row: Row): SQL | undefined {
  const { columns, primaryKeys } = getTableConfig(tableOf(name));
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const own = fields.filter((field) => field.name === name && key.includes(field.column as never));
  return and(...own.map((field) => eq(field.column, row[field.key])));
}

async function readRow(name: Name, row: Row): Promise<Row | undefined> {
  const [found] = await db.select().from(tableOf(name)).where(isRow(name, row));
  return found;
}

/** The text of a member's export, without the bytes of pictures. */
async function exportText(): Promise<string> {
  const [ada] = await db.select().from(schema.member).where(eq(schema.member.id, ADA));
  if (!ada) throw new Error("Ada is gone");
  const texts: string[] = [];
  for (const part of await listExportParts(ada)) {
    if (!part.isCompressed || part.file === "README.txt") continue;
    for await (const chunk of (await part.read()) ?? []) texts.push(String(chunk));
  }
  return texts.join("\n");
}

async function evidenceText(): Promise<string> {
  const abouts = [
    { subject: "playlist" as const, id: wordOf("playlist", "id") },
    { subject: "message" as const, id: wordOf("message", "id") },
  ];
  const texts: string[] = [];
  for (const about of abouts) {
    const kept = await findMessages(db, { reporterId: BEN, reportedId: ADA, about });
    texts.push(JSON.stringify([await readSnapshot(db, ADA, about), kept]));
  }
  return texts.join("\n");
}

/** What a text has of a value that can be told from all others. */
function tracesOf({ name, key, column }: Field): string[] {
  const value = seeded.get(name)?.[key];
  if (isReference(name, column)) return [];
  if (value instanceof Date) return [value.toISOString(), String(value.getTime())];
  if (typeof value === "number") return value > ADA || name === "member" ? [String(value)] : [];
  return JSON.stringify(value ?? "").includes(wordOf(name, key)) ? [wordOf(name, key)] : [];
}

/** Another value for a field. */
function change({ name, key, column }: Field): unknown {
  const value = seeded.get(name)?.[key];
  if (isPicture(name, column)) return pictures[0]?.id;
  if (column.enumValues) return column.enumValues.find((each) => each !== value);
  switch (column.dataType) {
    case "boolean":
      return !value;
    case "number":
      return Number(value) + 1;
    case "date":
      return value instanceof Date && !column.notNull ? null : new Date(now - 40 * DAY_MS);
    case "json":
      return [];
    default:
      return value === null || column.notNull ? "Changed" : null;
  }
}

/** The fields that a text tells of, or does not, other than the inventory has it. */
async function differences(word: "exported" | "evidence", read: () => Promise<string>) {
  const text = await read();
  const wrong: string[] = [];
  for (const field of fields) {
    const { name, key, answer } = field;
    const isThere = tracesOf(field).some((trace) => text.includes(trace));
    if (!answer.includes(word)) {
      if (isThere) wrong.push(`${name}.${key} is there`);
      continue;
    }
    const row = seeded.get(name);
    if (isThere || row === undefined || isReference(name, field.column)) continue;
    // A value that others share tells itself by its change.
    await db
      .update(tableOf(name))
      .set({ [key]: change(field) })
      .where(isRow(name, row));
    if ((await read()) === text) wrong.push(`${name}.${key} is missing`);
    await db
      .update(tableOf(name))
      .set({ [key]: row[key] })
      .where(isRow(name, { ...row, [key]: change(field) }));
  }
  return wrong;
}

beforeAll(async () => {
  const [ben, cleo] = [await addNewcomer("Ben"), await addNewcomer("Cleo")];
  await db.update(schema.member).set({ id: BEN }).where(eq(schema.member.id, ben.id));
  await db.update(schema.member).set({ id: CLEO }).where(eq(schema.member.id, cleo.id));
  for (const [index, field] of fields.entries()) {
    if (field.column.generated) continue;
    const row = seeded.get(field.name) ?? {};
    seeded.set(field.name, { ...row, [field.key]: seedOf(field, index) });
  }
  const inserts = [...seeded].map(([name, row]) => db.insert(tableOf(name)).values(row as never));
  // The right answer shows once both have answered.
  const bensAnswer = { questionId: wordOf("triviaQuestion", "id"), answer: "Another", hasPoint: false };
  await db.batch([
    db.run(sql`pragma defer_foreign_keys = on`),
    db.insert(schema.picture).values(pictures as never),
    ...inserts,
    db.insert(schema.attachment).values({
      ...{ id: wordOf("evidenceAttachment", "attachmentId"), ownerId: ADA, kind: "photo", file: "kept" },
      ...{ digest: "kept", bytes: 1, createdAt: new Date(now) },
    }),
    db.insert(schema.triviaAnswer).values({ ...bensAnswer, memberId: BEN, answeredAt: new Date(now) }),
  ]);
});

test("the export says what the inventory says, and nothing else", async () => {
  expect(await differences("exported", exportText)).toEqual([]);
});

test("the export has nobody else's id", async () => {
  const text = await exportText();
  expect([BEN, CLEO].filter((id) => text.includes(String(id)))).toEqual([]);
});

test("the evidence of a report says what the inventory says, and nothing else", async () => {
  expect(await differences("evidence", evidenceText)).toEqual([]);
});

test("a deleted account is erased where the inventory says so, and nowhere else", async () => {
  const before = new Map<Name, Row | undefined>();
  for (const [name, row] of seeded) before.set(name, await readRow(name, row));
  await deleteAccount(ADA);
  await purgeDeletedMembers(now + 15 * DAY_MS);
  const wrong: string[] = [];
  for (const [name, row] of seeded) {
    const after = await readRow(name, row);
    for (const { key, answer } of fields.filter((field) => field.name === name)) {
      const value = before.get(name)?.[key];
      if (answer === "nobody's" || value === null || value === undefined) continue;
      const isKept = JSON.stringify(after?.[key]) === JSON.stringify(value);
      if (isKept !== answer.startsWith("kept")) wrong.push(`${name}.${key} is ${isKept ? "kept" : "erased"}`);
    }
  }
  expect(wrong).toEqual([]);
});
