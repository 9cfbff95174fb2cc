// The schema of the log's filters.
import { MODERATION_ACTIONS } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import { exactString, memberIdField } from "~/models/fields";

/** The filters and page of the moderators' log. Ignores unknown filters. */
export const logFilters = z.object({
  action: z.enum(MODERATION_ACTIONS).optional().catch(undefined),
  actor: memberIdField.optional().catch(undefined),
  member: memberIdField.optional().catch(undefined),
  case: exactString(msg("Must be an id")).max(60).optional().catch(undefined),
  before: z.coerce.number().int().positive().safe().optional().catch(undefined),
});

export type LogFilters = z.output<typeof logFilters>;
