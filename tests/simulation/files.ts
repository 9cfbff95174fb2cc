// Photos and voice notes in the model: who may send one, and which files a member can load.
import type { AttachmentKind } from "db/column-types";
import type { Model } from "./model";
import { type Message, openOf, other, Refused, type Who } from "./pair";
import { pairsOf } from "./reports";

/** Sends a file in an accepted conversation. The same id with the same text is the same message. */
export function sendFile(
  model: Model,
  me: Who,
  you: Who,
  message: Message & { file: AttachmentKind },
  now: number,
) {
  const { pair, open } = model.opened(me, you);
  if (open.closedBy !== undefined || model.isGone(you) || !open.acceptedAt) throw new Refused("forbidden");
  const sent = pair.conversations.flatMap(({ messages }) => messages).find(({ id }) => id === message.id);
  if (!sent) return model.send(me, you, message, now);
  const isSame = open.messages.includes(sent) && fileOf(sent) === message.file && sent.text === message.text;
  if (!isSame) throw new Refused("conflict");
}

/** The file that a message has, which a deleted one has lost. */
export function fileOf({ file, isDeleted }: Message): AttachmentKind | undefined {
  return isDeleted ? undefined : file;
}

/** A message's text, with its file. */
export function withFile(text: string, file: AttachmentKind | undefined): string {
  return file ? `${text} (${file})` : text;
}

/** The files that a member can load: those of messages in conversations that they may open. */
export function viewFiles(model: Model, me: Who): string[] {
  return pairsOf(model, me)
    .flatMap((pair) => {
      const open = openOf(pair);
      if (!open || !model.canView(me, pair, open)) return [];
      return open.messages.flatMap((message) => {
        const file = fileOf(message);
        return file ? fileName(message.id, other(pair, message.from), file) : [];
      });
    })
    .sort();
}

/** A file by its message, which is named by its sender and number, and by its receiver. */
export function fileName(message: string, to: Who, kind: AttachmentKind): string {
  return `${kind} ${message} to ${to}`;
}
