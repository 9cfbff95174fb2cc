// Handles the record form.
import { assistFinding } from "~/components/catalog/find-release.server";
import { submitCoverForm } from "~/forms/form.server";
import type { Outcome } from "~/forms/mutation.server";
import type { Member } from "~/models/member/member.server";
import type { RecordInput } from "~/models/record/record";
import { recordInput } from "~/models/record/record-schema";

/** Handles a record form with this change. */
export function submitRecord(
  request: Request,
  errorTitle: string,
  change: (member: Member, input: RecordInput, version?: string) => Promise<Outcome>,
) {
  const assist = assistFinding({ title: "album", isRecord: true });
  return submitCoverForm(request, { schema: recordInput, cover: "imageUrl", errorTitle, assist }, change);
}
