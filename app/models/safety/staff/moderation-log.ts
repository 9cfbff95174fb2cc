// The moderators' log as its page shows it.
import type { ModerationAction } from "db/column-types";
import { type Message, msg } from "~/language/text";

export type LogEntry = {
  id: number;
  at: string;
  actorName: string;
  action: ModerationAction;
  caseId: string | null;
  memberId: string | null;
  memberName: string;
  detail: string;
};

export const actionNames: Record<ModerationAction, Message> = {
  reported: msg("Reported", { as: "what somebody did" }),
  noticed: msg("Received a notice"),
  assigned: msg("Named the member"),
  viewed: msg("Viewed"),
  claimed: msg("Claimed"),
  released: msg("Released"),
  decided: msg("Decided"),
  appealed: msg("Appealed", { as: "what somebody did" }),
  "appeal-decided": msg("Decided the appeal"),
  searched: msg("Searched members"),
  "photo-reviewed": msg("Reviewed a photo"),
  "let-in": msg("Let in", { as: "what somebody did" }),
  refused: msg("Refused to let in"),
  held: msg("Held for approval"),
  questioned: msg("Asked the member"),
  answered: msg("Answered a question"),
  noted: msg("Wrote a note"),
  asked: msg("Asked another moderator"),
  "photo-checked": msg("Checked a photo"),
  "message-reviewed": msg("Reviewed a message"),
  "picture-hidden": msg("Hid a picture"),
};
