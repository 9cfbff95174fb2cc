// Handles the record form.
import { assistFinding } from "~/actions/catalog/find-release.server";
import { submitCoverForm } from "~/forms/form.server";
import type { Outcome } from "~/forms/mutation.server";
import type { Message } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import type { RecordInput } from "~/models/record/record";
import { newRecordInput } from "~/models/record/record-schema";

/** Handles a record form with this change. The form of a new record may also say who can see the collection. */
export function submitRecord(
  request: Request,
  errorTitle: Message,
  change: (
    member: Member,
    input: RecordInput & { shelf?: string; another: boolean },
    version?: string,
  ) => Promise<Outcome>,
) {
  const assist = assistFinding({ title: "album", isRecord: true });
  return submitCoverForm(request, { schema: newRecordInput, cover: "imageUrl", errorTitle, assist }, change);
}
