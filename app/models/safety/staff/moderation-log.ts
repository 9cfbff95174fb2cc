// The moderators' log as its page shows it.
import type { ModerationAction } from "db/column-types";

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

export const actionNames: Record<ModerationAction, string> = {
  reported: "Reported",
  noticed: "Received a notice",
  assigned: "Named the member",
  viewed: "Viewed",
  claimed: "Claimed",
  released: "Released",
  decided: "Decided",
  appealed: "Appealed",
  "appeal-decided": "Decided the appeal",
  searched: "Searched members",
  "photo-reviewed": "Reviewed a photo",
  "let-in": "Let in",
  refused: "Refused to let in",
  held: "Held for approval",
  questioned: "Asked the member",
  answered: "Answered a question",
  noted: "Wrote a note",
  asked: "Asked another moderator",
  "photo-checked": "Checked a photo",
  "message-reviewed": "Reviewed a message",
  "picture-hidden": "Hid a picture",
};
