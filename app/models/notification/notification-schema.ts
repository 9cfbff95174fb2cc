// Schemas of listing notifications and marking them as read.
import { z } from "zod";
import { exactString, listOf } from "~/models/shared/fields";

const CURSOR = "The cursor is invalid";
const IDS_MAX = 100;
const IDS = `ids must be a list of at most ${IDS_MAX} ids`;
const ALL = "all must be true";
const id = exactString(IDS).regex(/^\d{1,15}$/, IDS);

export type NotificationCursor = { at: number; id: number };

/** The query of a list of notifications: where the page begins. */
export const notificationPage = z.object({
  cursor: exactString(CURSOR)
    .regex(/^\d{1,15}_\d{1,15}$/, CURSOR)
    .transform((cursor): NotificationCursor => {
      const [at, id] = cursor.split("_").map(Number);
      return { at: at ?? 0, id: id ?? 0 };
    })
    .optional(),
});

/** POST /api/notifications/read: which notifications to mark as read, some or all. */
export const readInput = z
  .object({
    ids: listOf(id, 0, IDS_MAX, IDS).optional(),
    all: z.literal(true, { errorMap: () => ({ message: ALL }) }).optional(),
  })
  .refine(({ ids, all }) => ids || all, { path: ["ids"], message: "ids or all is required" })
  .transform(({ ids, all }) => (all ? "all" : (ids ?? []).map(Number)));
