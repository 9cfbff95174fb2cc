// The schema of marking notifications as read.
import { z } from "zod";
import { exactString, listOf } from "~/models/fields";

const IDS_MAX = 100;
const IDS = `ids must be a list of at most ${IDS_MAX} ids`;
const ALL = "all must be true";
const id = exactString(IDS).regex(/^\d{1,15}$/, IDS);

/** POST /api/notifications/read: which notifications to mark as read, some or all. */
export const readInput = z
  .object({
    ids: listOf(id, 0, IDS_MAX, IDS).optional(),
    all: z.literal(true, { errorMap: () => ({ message: ALL }) }).optional(),
  })
  .refine(({ ids, all }) => ids || all, { path: ["ids"], message: "ids or all is required" })
  .transform(({ ids, all }) => (all ? "all" : (ids ?? []).map(Number)));
