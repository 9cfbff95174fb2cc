import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { Button } from "~/components/button";
import { FileField } from "~/components/file-field";
import { ImportErrors, type ImportTrouble } from "~/components/import-errors";
import { RouteDialog } from "~/components/route-dialog";
import { UploadProgress } from "~/components/upload-progress";
import { pressInBrowser } from "~/forms/press-button";
import { tellSent, useSentShare } from "~/forms/sent-share";
import { readForm } from "~/http/body.server";
import { COLLECTION_BYTES, tooLarge } from "~/http/front-door";
import { requireMember } from "~/http/member.server";
import { statusOf } from "~/http/refusal.server";
import type { NoticeContent } from "~/models/notice";
import { recordsAddress } from "~/models/record";
import { readRecordQuery } from "~/models/record.server";
import { IMPORT_MAX } from "~/models/record-csv";
import { prepareImport } from "~/models/record-import.server";
import { Refusal, refusalIn } from "~/models/refusal";

/** What a form sends around its file, at most. */
const AROUND_BYTES = 1_000;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Import · Records · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return {
    closeTo: recordsAddress(readRecordQuery(request.url)),
    most: IMPORT_MAX,
    mostBytes: COLLECTION_BYTES - AROUND_BYTES,
    tooLarge: tooLarge(COLLECTION_BYTES),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  try {
    const file = (await readForm(request, COLLECTION_BYTES)).get("file");
    if (!(file instanceof File) || file.size === 0) throw new Refusal("invalid", "Choose a file first.");
    const read = await prepareImport(member.id, new Uint8Array(await file.arrayBuffer()));
    if ("id" in read) throw redirect(`/records/import/${read.id}`, 303);
    return data({ ...read, refused: null }, { status: 400 });
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return data({ refused: refusal.message, errors: [], errorCount: 0 }, { status: statusOf(refusal) });
  }
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return tellSent(() => pressInBrowser(sent, "Nothing was added"));
}

export default function ImportRecords() {
  const { closeTo, most, mostBytes, tooLarge } = useLoaderData<typeof loader>();
  const answer = useActionData<ImportTrouble & { notice?: NoticeContent }>();
  const isSending = useNavigation().formMethod === "POST";
  const sent = useSentShare();
  return (
    <RouteDialog title="Import CSV" closeTo={closeTo}>
      <Form method="post" encType="multipart/form-data" className="stack" preventScrollReset>
        {answer ? <ImportErrors {...answer} refused={answer.refused ?? answer.notice?.description} /> : null}
        <p>
          Choose a file that Discogs, a spreadsheet or this page has exported, with at most{" "}
          {most.toLocaleString("en-US")} records. Before anything is added you see what will be.
        </p>
        <FileField
          name="file"
          label="File"
          hint="At most 4 MB"
          accept=".csv,.txt,text/csv"
          required
          check={(files) => ((files[0]?.size ?? 0) > mostBytes ? tooLarge : undefined)}
        />
        <Button look="primary" icon="upload" disabled={isSending}>
          {!isSending ? "Read file" : sent < 1 ? "Sending..." : "Reading..."}
        </Button>
        {isSending ? <UploadProgress sent={sent} afterwards="Reading the file..." /> : null}
        <details>
          <summary className="link">Which columns?</summary>
          <p className="mt-2 text-note">
            <b>Artist</b> and <b>Title</b>; if there are any, <b>Released</b>, <b>Format</b>,{" "}
            <b>Collection Media Condition</b>, <b>Collection Notes</b> and <b>Genre</b>. Others are passed
            over.
          </p>
        </details>
      </Form>
    </RouteDialog>
  );
}
