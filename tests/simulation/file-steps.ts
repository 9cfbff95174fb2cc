// Photos and voice notes in a simulation: members send them, load them, and the app removes what nobody needs any more.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { db } from "db/client.server";
import type { AttachmentKind } from "db/column-types";
import { attachment } from "db/schema";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { DAY_MS, ENDED_KEPT_DAYS, GRACE_DAYS, HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { purgeDeletedMembers } from "~/jobs/purge.server";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import { attachmentFiles } from "~/models/conversation/attachment/attachment";
import {
  getAttachmentFile,
  removeUnusedAttachments,
} from "~/models/conversation/attachment/attachment.server";
import { sendPhoto, sendVoice } from "~/models/conversation/attachment/sending.server";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { deleteEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { eraseDeletedMessages } from "~/models/conversation/message-change.server";
import type { Member } from "~/models/member/member.server";
import { photo } from "../fakes/picture-files";
import { wav } from "../fakes/recordings";
import { fileName, sendFile } from "./files";
import type { Kind, Step } from "./steps";

const NUMBERS = [0, 1, 2, 3, 4];

/** Sends what `make` makes, from a folder that is gone afterwards. */
async function withFile(make: () => Promise<Uint8Array>, send: (path: string) => Promise<unknown>) {
  const folder = mkdtempSync(join(tmpdir(), "sent-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, await make());
    await send(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sending(file: AttachmentKind, textOf: (step: Step) => string): Kind["predict"] {
  return (community, step, now) => {
    const { who, whom, number } = step;
    const said = { id: `${who} ${number}`, from: who, text: textOf(step), file, sentAt: now };
    return sendFile(community, who, whom, said, now);
  };
}

export const fileKinds = {
  photo: {
    weight: 25,
    predict: sending("photo", ({ text }) => text),
    take: ({ me, conversation, message }, { text }) =>
      withFile(
        () => photo("png", 8, 6),
        (path) => sendPhoto(me, conversation, { id: message, content: text }, path),
      ),
  },
  voice: {
    weight: 15,
    predict: sending("voice", () => VOICE_NOTE_TEXT),
    take: ({ me, conversation, message }) =>
      withFile(
        () => wav(1),
        (path) => sendVoice(me, conversation, { id: message }, path),
      ),
  },
  /** What the app does every hour. */
  clean: {
    weight: 4,
    predict: () => undefined,
    take: () => removeWhatIsOver(),
  },
} satisfies Record<string, Kind>;

async function removeWhatIsOver() {
  await deleteEndedConversations();
  await eraseDeletedMessages();
  await removeUnusedAttachments();
}

/** The files that a member can load, each by its message. */
export async function readFiles(
  me: number,
  members: number,
  idOf: (thing: string) => string,
): Promise<string[]> {
  const rows = await db.select().from(attachment);
  if (!rows.length) return [];
  const all = [...Array(members).keys()];
  const sent = all.flatMap((who) =>
    all.flatMap((whom) =>
      NUMBERS.map((number) => ({
        id: idOf(`message ${who} ${whom} ${number}`),
        message: `${who} ${number}`,
        whom,
      })),
    ),
  );
  const names = rows.map(async ({ id, kind }) => {
    const [thumbnail, whole] = [
      await getAttachmentFile(me, id, "thumbnail"),
      await getAttachmentFile(me, id, "whole"),
    ];
    if (!thumbnail || !whole) return thumbnail || whole ? [`half of ${id}`] : [];
    const found = sent.find((each) => each.id === id);
    return [found ? fileName(found.message, found.whom, kind) : id];
  });
  return (await Promise.all(names)).flat().sort();
}

/** Throws unless each photo and voice note of an accepted conversation has its stored files, and no other message has any. */
export async function checkMessagesHaveFiles() {
  const wrong = await db.all(
    sql`select message.id from message
      join conversation on conversation.id = conversation_id
      left join attachment on attachment.id = message.id and owner_id = sender_id and kind = message_type
      where message_type in ('photo', 'voice') and (attachment.id is null or accepted_at is null)`,
  );
  if (wrong.length) throw new Error(`Messages have not the one file they should: ${JSON.stringify(wrong)}`);
  const stored = listStored();
  const lost = (await listNeeded()).filter((name) => !stored.includes(name));
  if (lost.length) throw new Error(`Files of messages are not stored: ${lost}`);
}

/**
 * Throws unless what is left once the first member has left, deleted members were purged and everything deleted was erased is
 * what messages of others and evidence need. The clock is three months later then.
 */
export async function checkNothingIsLeft([first]: Member[]) {
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  await removeUnusedAttachments();
  await checkMessagesHaveFiles();
  await expectOnly(
    await listNeeded(sql`or exists (
    select 1 from message_version where message_id = message.id and message_type = attachment.kind)`),
  );
  if (first) await deleteAccount(first.id);
  vi.setSystemTime(Date.now() + (GRACE_DAYS + 1) * DAY_MS);
  await purgeDeletedMembers();
  vi.setSystemTime(Date.now() + (ENDED_KEPT_DAYS + 1) * DAY_MS);
  await removeWhatIsOver();
  await checkMessagesHaveFiles();
  await expectOnly(await listNeeded());
}

/** Throws unless exactly these files are stored, and have rows. */
async function expectOnly(needed: string[]) {
  const expected = JSON.stringify([...needed].sort());
  for (const found of [await listNames(), listStored()]) {
    const names = JSON.stringify([...found].sort());
    if (names !== expected) throw new Error(`The files are ${names}, but ${expected} are needed.`);
  }
}

async function listNames(): Promise<string[]> {
  return (await db.select().from(attachment)).flatMap(attachmentFiles);
}

/** The names of files that messages have, or evidence; with those of more messages, if `also` is true for them. */
async function listNeeded(also = sql``): Promise<string[]> {
  const rows = await db.all<{ kind: AttachmentKind; file: string }>(
    sql`select kind, file from attachment
      where exists (select 1 from evidence_attachment where attachment_id = attachment.id)
        or exists (
          select 1 from message join member on member.id = sender_id
          where message.id = attachment.id and purged_at is null and (message_type = attachment.kind ${also}))`,
  );
  return rows.flatMap(attachmentFiles);
}

function listStored(): string[] {
  try {
    return readdirSync(join(env.dataDir, "pictures"));
  } catch {
    return [];
  }
}

/** Removes the files of earlier scenarios. */
export function removeStoredFiles() {
  rmSync(join(env.dataDir, "pictures"), { recursive: true, force: true });
}
