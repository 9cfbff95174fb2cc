// The server's side of the record form: rendering and handling it. See lazy-form.ts.
import type { Member } from "~/models/member/member.server";
import type { RecordInput } from "~/models/record/record";
import { recordInput } from "~/models/record/record-schema";
import { submitCoverForm } from "./basic-form.server";
import type { Outcome } from "./mutation.server";

export { RecordForm } from "./record-form";

/** Handles a record form with this change. */
export function submitRecord(
  request: Request,
  errorTitle: string,
  change: (member: Member, input: RecordInput, version?: string) => Promise<Outcome>,
) {
  return submitCoverForm(request, { schema: recordInput, cover: "imageUrl", errorTitle }, change);
}
