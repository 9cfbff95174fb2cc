import { readFile } from "node:fs/promises";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FileLine } from "db/column-types";
import { useEffect, useRef } from "react";
import { useUploadProgress } from "~/browser/upload-progress";
import { titled } from "~/community";
import { createClientAction } from "~/forms/client-action";
import { submitFields } from "~/forms/mutation.server";
import { requireMember } from "~/http/page.server";
import { IMPORT_BYTES, tooLargeMessage } from "~/http/request-guard";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { IMPORT_MAX, recordsPath } from "~/models/record/record";
import { readRecordQuery } from "~/models/record/record.server";
import { prepareImport } from "~/models/record/record-import.server";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal, refusalAt } from "~/refusal";
import { Button } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { FileField } from "~/ui/file-field";
import { EncodingField, FileLines, hasWrongLetters } from "~/ui/file-letters";
import { FlashStrip } from "~/ui/flash";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { UploadProgress } from "~/ui/progress/upload-progress";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** The largest size of a form besides its file. */
const AROUND_BYTES = 1_000;
const NOTHING_ADDED = msg("Nothing was added");

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Records")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return {
    isWrong: hasWrongLetters(request),
    closeTo: recordsPath(readRecordQuery(request.url)),
    most: IMPORT_MAX,
    mostBytes: IMPORT_BYTES - AROUND_BYTES,
    tooLarge: t(tooLargeMessage(IMPORT_BYTES)),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  let unreadableFile: UnreadableFile | undefined;
  const reject = (refusal: Refusal) => {
    const { message, fields } = refusalAt("file", refusal);
    return { error: message, fields: unreadableFile ? {} : fields, unreadableFile };
  };
  return submitFields(
    request,
    { files: "collection", reject, errorTitle: NOTHING_ADDED },
    async (member, form, { path }) => {
      if (!path) throw new Refusal("invalid", msg("Choose a file first."));
      const encoding = toTextEncoding(form.get("encoding"));
      const { wanted } = readRecordQuery(request.url);
      const read = await prepareImport(member.id, await readFile(path), encoding, wanted);
      if ("id" in read) {
        const query = new URLSearchParams({ encoding: read.encoding });
        if (wanted) query.set("wanted", "true");
        if (read.unownedCount) query.set("unowned", String(read.unownedCount));
        return { to: `/records/import/${read.id}?${query}` };
      }
      unreadableFile = read;
      throw new Refusal("invalid", msg("None of the lines in this file could be read."));
    },
  );
}

export const clientAction = createClientAction({ errorTitle: NOTHING_ADDED });

export default function ImportRecords() {
  const { closeTo, isWrong, most, mostBytes, tooLarge } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(
    useActionData<FormRefusal & { unreadableFile?: UnreadableFile }>(),
  );
  const isSending = useNavigation().formMethod === "POST";
  const sent = useUploadProgress();
  return (
    <RouteDialog title={t("Import CSV")} closeTo={closeTo}>
      <Form encType="multipart/form-data" className="stack" preventScrollReset noValidate>
        {refusal?.unreadableFile ? (
          <ImportErrors {...refusal.unreadableFile} title={t(NOTHING_ADDED)} />
        ) : (
          <RefusalSummary refusal={refusal} />
        )}
        <p>
          {t(
            "Choose a CSV file from Discogs, RateYourMusic, a spreadsheet or B-Side with up to {max, number} records. You'll see a preview before anything is added.",
            { max: most },
          )}
        </p>
        <FileField
          name="file"
          label={t("File")}
          hint={t("Up to 4 MB")}
          accept=".csv,.txt,text/csv"
          required
          error={fields.file}
          onChoose={dismiss}
          check={(files) => ((files[0]?.size ?? 0) > mostBytes ? tooLarge : undefined)}
        />
        {isWrong ? <EncodingField /> : null}
        <Button variant="primary" icon="upload" isPending={isSending}>
          {!isSending ? t("Preview") : sent < 1 ? t("Sending...") : t("Reading...")}
        </Button>
        {isSending ? <UploadProgress sent={sent} afterwards={t("Reading the file...")} /> : null}
        <details>
          <summary className="link">{t("Which columns?")}</summary>
          <p className="mt-2 text-sm">
            <Trans
              text="<b>Artist</b> and <b>Album</b> (or <b>Title</b>) are required. <b>Year</b> (or <b>Released</b>), <b>Format</b>, <b>Condition</b>, <b>Notes</b>, <b>Genre</b> and <b>Cover</b> are optional. Other columns are ignored. Their names can be in other languages too."
              tags={{ b: <b /> }}
            />
          </p>
        </details>
      </Form>
    </RouteDialog>
  );
}

/** The first lines of a file that cannot be read, and how many there are. */
type UnreadableFile = { unreadable: FileLine[]; unreadableCount: number };

/** Lists the lines of a file without readable ones; takes the focus when it appears. */
function ImportErrors({ title, unreadable, unreadableCount }: UnreadableFile & { title: string }) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response takes the focus
  useEffect(() => summary.current?.focus(), [unreadable]);
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="card flash flex overflow-hidden">
      <FlashStrip kind="error" />
      <div className="min-w-0 p-4">
        <p className="font-display text-xl font-extrabold">{title}</p>
        <p>
          {t(
            "{count, plural, one {# line couldn't be read. Fix it and choose the file again.} other {# lines couldn't be read. Fix them and choose the file again.}}",
            { count: unreadableCount },
          )}
        </p>
        <FileLines lines={unreadable} count={unreadableCount} />
      </div>
    </div>
  );
}
