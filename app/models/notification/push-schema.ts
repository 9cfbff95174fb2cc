// The schema of a browser's subscription to push.
import { z } from "zod";
import { exactString } from "~/models/fields";

const INVALID = "Your browser's subscription could not be read";
/** A point of P-256 and a secret of 16 bytes, as base64url with or without padding. */
const p256dh = exactString(INVALID).regex(/^B[\w-]{86}=?$/, INVALID);
const auth = exactString(INVALID).regex(/^[\w-]{22}(==)?$/, INVALID);

/** POST /api/notifications/browsers, as PushSubscription.toJSON() has it. */
export const subscriptionInput = z.object({
  endpoint: exactString(INVALID).max(1000, INVALID),
  keys: z.object({ p256dh, auth }, { required_error: INVALID, invalid_type_error: INVALID }),
  /** The browser's own, for members who have chosen none. */
  timeZone: exactString(INVALID).max(60, INVALID).optional(),
});
export type SubscriptionInput = z.output<typeof subscriptionInput>;
