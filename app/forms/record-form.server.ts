// The server's side of the record form: rendered with its page, and its door. See fetched-form.ts.
import type { RecordInput } from "~/models/record";
import { recordInput } from "~/models/record-input";
import { submitPictureForm } from "./flat-form.server";

export { RecordForm } from "./record-form";

/** Reads what the form sends and runs the operation, which returns where to go on. */
export function submitRecord(
  request: Request,
  memberId: number,
  run: (input: RecordInput) => Promise<string>,
  trouble: string,
) {
  return submitPictureForm(request, memberId, recordInput, "imageUrl", run, trouble);
}
