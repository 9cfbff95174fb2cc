// The server's side of the record form: rendering and handling it. See lazy-form.ts.

import { submitCoverForm } from "~/forms/basic-form.server";
import type { Outcome } from "~/forms/mutation.server";
import type { Member } from "~/models/member/member.server";
import type { RecordInput } from "~/models/record/record";
import { recordInput } from "~/models/record/record-schema";

export { RecordForm } from "./record-form";

/** Handles a record form with this change. */
export function submitRecord(
  request: Request,
  errorTitle: string,
  change: (member: Member, input: RecordInput, version?: string) => Promise<Outcome>,
) {
  return submitCoverForm(request, { schema: recordInput, cover: "imageUrl", errorTitle }, change);
}
