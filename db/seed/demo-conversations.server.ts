// Writes the conversations of the demo members, with the files of their messages.

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { photoFile } from "~/models/conversation/attachment/attachment";
import { storeAttachment } from "~/models/conversation/attachment/attachment.server";
import { pairOf } from "~/models/pair.server";
import { db } from "../client.server";
import { insertFrom } from "../insert-from.server";
import { conversation, message, messageVersion, reaction, reading } from "../schema";
import { drawPhoto, humTune } from "./demo-files";
import type { DemoLine } from "./demo-members";

type Content = Pick<typeof message.$inferInsert, "messageType" | "metadata">;
type Written = DemoLine & Content & { id: string; senderId: number; otherId: number };

/**
 * Adds a conversation between a member, whom `lines` call the demo member, and another; does nothing if the other doesn't
 * exist.
 */
export async function addConversation(
  selfId: number | undefined,
  otherId: number | undefined,
  lines: readonly DemoLine[],
  { isAccepted, ago }: { isAccepted: boolean; ago: (minutes: number) => Date },
): Promise<void> {
  const [first] = lines;
  const last = lines.at(-1);
  if (!selfId || !otherId || !first || !last) return;
  const id = randomUUID();
  const written: Written[] = [];
  for (const line of lines) {
    const [senderId, reader] = line.fromDemo ? [selfId, otherId] : [otherId, selfId];
    const ids = { id: randomUUID(), senderId, otherId: reader };
    written.push({ ...line, ...ids, ...(await contentOf(line, ids)) });
  }
  const edited = written.filter(({ before }) => before !== undefined);
  const reacted = written.filter(({ reaction }) => reaction !== undefined);
  await db.batch([
    db.insert(conversation).values({
      id,
      ...pairOf(selfId, otherId),
      startedBy: otherId,
      acceptedAt: isAccepted ? ago(first.minutesAgo) : null,
      lastMessageAt: ago(last.minutesAgo),
      createdAt: ago(first.minutesAgo),
    }),
    db.insert(message).values(
      written.map(({ id: messageId, senderId, text, messageType, metadata, minutesAgo, before, quotes }) => ({
        id: messageId,
        conversationId: id,
        senderId,
        content: text,
        messageType,
        metadata,
        createdAt: ago(minutesAgo),
        editedAt: before === undefined ? null : ago(minutesAgo - 1),
        quotedId: written.find((other) => other.minutesAgo === quotes)?.id,
      })),
    ),
    ...edited.map(({ id: messageId, before = "", minutesAgo }) =>
      db.insert(messageVersion).values({ messageId, content: before, replacedAt: ago(minutesAgo - 1) }),
    ),
    ...reacted.map(({ id: messageId, senderId, otherId: memberId, reaction: kind = "heart" }) =>
      db.insert(reaction).values({ messageId, memberId, kind, authorId: senderId }),
    ),
    // Each has read everything before their own last line.
    ...[selfId, otherId].map((memberId) => insertReading(memberId, written)),
  ]);
}

function insertReading(memberId: number, written: Written[]) {
  const answered = written.slice(0, written.map(({ senderId }) => senderId).lastIndexOf(memberId) + 1);
  const read = answered.filter(({ senderId }) => senderId !== memberId).at(-1)?.id ?? "";
  const { conversationId, sequence } = message;
  return insertFrom(db, reading, { conversationId, memberId, sequence, seen: sequence }, (select) =>
    select.from(message).where(eq(message.id, read)),
  );
}

/** The share or file of a line. A file is stored. */
async function contentOf(
  { song, file: kind }: DemoLine,
  { id, senderId: ownerId }: { id: string; senderId: number },
): Promise<Content> {
  if (song) return { messageType: "music_share", metadata: { type: "song", ...song } };
  if (kind === "photo") {
    const { width, height, whole, thumbnail } = await drawPhoto();
    const file = randomUUID();
    await storeAttachment(
      { id, ownerId, kind, digest: "", file, width, height },
      new Map([
        [photoFile(file, "thumbnail"), thumbnail],
        [photoFile(file, "whole"), whole],
      ]),
    );
    return { messageType: "photo", metadata: { type: "photo", width, height } };
  }
  if (kind === "voice") {
    const { bytes, durationMs } = humTune();
    const file = `${randomUUID()}.wav`;
    await storeAttachment({ id, ownerId, kind, digest: "", file, durationMs }, new Map([[file, bytes]]));
    return { messageType: "voice", metadata: { type: "voice", seconds: Math.round(durationMs / 1000) } };
  }
  return { messageType: null, metadata: null };
}
