import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ImportPreview } from "~/components/record/import-preview";
import { ShelfQuestion } from "~/components/record/shelf-question";
import { submitFields } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { listLeftRecords, removeLeftRecords } from "~/models/record/discogs-left.server";
import { formatNames } from "~/models/record/format-names";
import {
  ALL_OWNED,
  countRecords,
  describeImported,
  LEFT_FIELD,
  type RecordDto,
  recordsPath,
  SHELF_FIELD,
} from "~/models/record/record";
import { readRecordQuery } from "~/models/record/record.server";
import { getImport, runImport } from "~/models/record/record-import.server";
import { answerShelfQuestion, isCollectionEmpty } from "~/models/record/shown-record.server";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal } from "~/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { FieldGroup } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const NONE_CHOSEN = "Choose what to remove.";

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: "Import · Records · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { records, ...counts } = orNotFound(await getImport(member.id, params.id ?? ""));
  const rows = records.map(({ id, artist, album, year, format, condition, wanted = counts.wanted }) => {
    return { id, artist, album, year, format, condition, wanted };
  });
  const { searchParams } = new URL(request.url);
  const encoding = toTextEncoding(searchParams.get("encoding"));
  const isDiscogs = searchParams.get("from") === "discogs";
  const unownedCount = Number(searchParams.get("unowned")) || 0;
  const [isFirst, left] = await Promise.all([
    isCollectionEmpty(member.id),
    listLeftRecords(member.id, counts.id),
  ]);
  return { ...counts, rows, encoding, isDiscogs, unownedCount, isFirst, left };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const reject = ({ message, fields }: Refusal) =>
    LEFT_FIELD in fields ? { error: message, fields } : undefined;
  return submitFields(request, { page: "/records/import", reject }, async (member, form) => {
    const left = form.getAll(LEFT_FIELD).map(String);
    const preview = await getImport(member.id, id);
    if (!left.length && preview?.toAdd === 0 && preview.addedCount === null)
      throw new Refusal("invalid", NONE_CHOSEN, { [LEFT_FIELD]: NONE_CHOSEN });
    const removed = await removeLeftRecords(member.id, id, left);
    const count = await runImport(member.id, id);
    await answerShelfQuestion(member.id, form.get(SHELF_FIELD));
    const { wanted } = readRecordQuery(request.url);
    const other = preview?.otherCount ?? 0;
    return {
      flash: describeImported(count, { wanted, other, removed }),
      to: recordsPath({ ...ALL_OWNED, wanted }),
    };
  });
}

export default function PreviewImport() {
  const { addedCount, isFirst, left, ...preview } = useLoaderData<typeof loader>();
  const query = { ...ALL_OWNED, wanted: preview.wanted };
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSending = useNavigation().formMethod === "POST";
  const records = countRecords(preview.toAdd);
  const title = preview.toAdd > 0 ? "Ready to import" : "Nothing to import";
  return (
    <RouteDialog title={addedCount === null ? title : "Already imported"} closeTo={recordsPath(query)}>
      {addedCount === null ? (
        <>
          <ImportPreview {...preview} />
          <Form className="mt-4" onInput={dismiss}>
            <RefusalSummary refusal={isSending ? undefined : refusal} title="Nothing was removed" />
            {isFirst && preview.toAdd > 0 ? <ShelfQuestion /> : null}
            <LeftRecordBoxes {...left} error={fields[LEFT_FIELD]} />
            <div className="cluster mt-4">
              {preview.toAdd > 0 ? (
                <Button variant="primary" isPending={isSending}>
                  {isSending ? `Importing ${records}...` : `Import ${records}`}
                </Button>
              ) : left.count ? (
                <Button variant="primary" isPending={isSending}>
                  Remove Selected
                </Button>
              ) : null}
              {preview.isDiscogs ? null : (
                <ButtonLink to={recordsPath(query, "/records/import")}>Choose another file</ButtonLink>
              )}
            </div>
          </Form>
          {isSending ? <progress className="upload-progress" aria-label={`Importing ${records}`} /> : null}
        </>
      ) : (
        <p>{preview.isDiscogs ? "These records have" : "This file has"} already been imported.</p>
      )}
    </RouteDialog>
  );
}

type LeftRecordsProps = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
  error?: string;
};

/** Renders nothing if there are none. No box is ticked at first. */
function LeftRecordBoxes({ records, count, error }: LeftRecordsProps) {
  if (!count) return null;
  const more = count - records.length;
  return (
    <FieldGroup
      id={LEFT_FIELD}
      legend="No longer in your Discogs collection"
      hint="They stay here unless you choose to remove them."
      error={error}
    >
      <ul className="divided">
        {records.map(({ id, artist, album, format }) => (
          <li key={id} className="py-1">
            <label className="check-field">
              <input type="checkbox" name={LEFT_FIELD} value={id} />
              <span className="min-w-0" dir="auto">
                Remove <b>{album}</b> by {artist} ({formatNames[format]})
              </span>
            </label>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-sm">And {countRecords(more)} more. Import again to see the rest.</p>
      ) : null}
    </FieldGroup>
  );
}
