import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "~/community";
import { ImportPreview } from "~/components/record/import-preview";
import { ShelfQuestion } from "~/components/record/shelf-question";
import { BasicForm, BasicGroup, BasicSubmit, useBasicChoice } from "~/forms/basic-form";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { listLeftRecords, removeLeftRecords } from "~/models/record/discogs-left.server";
import { formatNames } from "~/models/record/format-names";
import { ALL_OWNED, describeImported, LEFT_FIELD, type RecordDto, recordsPath } from "~/models/record/record";
import { readRecordQuery } from "~/models/record/record.server";
import { getImport, runImport } from "~/models/record/record-import.server";
import { importInput } from "~/models/record/record-schema";
import { answerShelfQuestion, isCollectionEmpty } from "~/models/record/shown-record.server";
import { toTextEncoding } from "~/models/text-file/text-encoding";
import { invalidAt, type Refusal } from "~/refusal";
import { ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const NONE_CHOSEN = msg("Choose what to remove.");

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Records")) }];

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
  const reject = ({ fields }: Refusal) =>
    LEFT_FIELD in fields ? { title: t("Nothing was removed") } : undefined;
  const form = { schema: importInput, page: "/records/import", reject };
  return submitForm(request, form, async (member, { left, shelf }) => {
    const preview = await getImport(member.id, id);
    if (!left.length && preview?.toAdd === 0 && preview.addedCount === null)
      throw invalidAt(LEFT_FIELD, NONE_CHOSEN);
    const removed = await removeLeftRecords(member.id, id, left);
    const count = await runImport(member.id, id);
    await answerShelfQuestion(member.id, shelf);
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
  const isSending = useNavigation().formMethod === "POST";
  const count = preview.toAdd;
  const title = preview.toAdd > 0 ? t("Ready to import") : t("Nothing to import");
  return (
    <RouteDialog title={addedCount === null ? title : t("Already imported")} closeTo={recordsPath(query)}>
      {addedCount === null ? (
        <>
          <ImportPreview {...preview} />
          <BasicForm id="import" schema={fetchSchema} className="mt-4">
            {isFirst && preview.toAdd > 0 ? <ShelfQuestion /> : null}
            {left.count ? <LeftRecordBoxes {...left} /> : null}
            <div className="cluster">
              {preview.toAdd > 0 ? (
                <BasicSubmit
                  pending={t("Importing {count, plural, one {# record} other {# records}}...", { count })}
                >
                  {t("Import {count, plural, one {# record} other {# records}}", { count })}
                </BasicSubmit>
              ) : left.count ? (
                <BasicSubmit>{t("Remove Selected")}</BasicSubmit>
              ) : null}
              {preview.isDiscogs ? null : (
                <ButtonLink to={recordsPath(query, "/records/import")}>{t("Choose another file")}</ButtonLink>
              )}
            </div>
          </BasicForm>
          {isSending ? (
            <progress
              className="upload-progress"
              aria-label={t("Importing {count, plural, one {# record} other {# records}}", { count })}
            />
          ) : null}
        </>
      ) : (
        <p>
          {preview.isDiscogs
            ? t("These records have already been imported.")
            : t("This file has already been imported.")}
        </p>
      )}
    </RouteDialog>
  );
}

async function fetchSchema() {
  return (await import("~/models/record/record-schema")).importInput;
}

type LeftRecordsProps = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  /** The total, of which `records` are the first. */
  count: number;
};

/** No box is checked at first. */
function LeftRecordBoxes({ records, count }: LeftRecordsProps) {
  const { onChoose } = useBasicChoice(LEFT_FIELD);
  const more = count - records.length;
  return (
    <BasicGroup
      id={LEFT_FIELD}
      legend={t("No longer in your Discogs collection")}
      hint={t("They stay here unless you choose to remove them.")}
    >
      <ul className="divided">
        {records.map(({ id, artist, album, format }) => (
          <li key={id} className="py-1">
            <label className="check-field">
              <input type="checkbox" name={LEFT_FIELD} value={id} onChange={() => onChoose(id)} />
              <span className="min-w-0" dir="auto">
                <Trans
                  text="Remove {album} by {artist} ({format})"
                  values={{ album: <b>{album}</b>, artist, format: formatNames[format] }}
                />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-sm">
          {t("And {count, plural, one {# record} other {# records}} more. Import again to see the rest.", {
            count: more,
          })}
        </p>
      ) : null}
    </BasicGroup>
  );
}
