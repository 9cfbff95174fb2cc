import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import { useQueryForm, useTypedSearch } from "~/browser/use-query-form";
import { titled } from "~/community";
import { CollectionButton } from "~/components/record/collection-button";
import { RecordGrid } from "~/components/record/record-grid";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import { classifyCovers } from "~/models/picture/picture.server";
import {
  COVER_SEARCH_PATH,
  type CoverSearchDto,
  type CoverSearchStep,
  describeCoverSearch,
  describeFound,
  describeLacking,
} from "~/models/record/cover-search";
import { getCoverSearch } from "~/models/record/cover-search.server";
import { DISCOGS_PATH } from "~/models/record/discogs-import";
import {
  ALL_OWNED,
  describeCollection,
  type RecordQuery,
  recordsAfter,
  recordsPath,
  sortNames,
  WANTED_FIELD,
} from "~/models/record/record";
import { listRecords, readRecordQuery } from "~/models/record/record.server";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { Field, SelectField } from "~/ui/field";
import { PostButton } from "~/ui/form";
import { PageHeader, Pages } from "~/ui/page-header";
import { ProgressBar } from "~/ui/progress/progress-bar";
import { Tabs } from "~/ui/tabs";
import { WithoutScripts } from "~/ui/without-scripts";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const PAGE = 48;
/** A search is offered from this many records on; fewer are seen at a glance. */
const SEARCHED_FROM = 9;

export const meta: MetaFunction = () => [{ title: titled(t("Records")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const asked = readRecordQuery(request.url);
  const listed = await listRecords(member.id, asked, PAGE);
  // The only record of the last page was deleted. A redirect would lose the flash message that says so.
  const query = listed.records.length ? asked : { ...asked, cursor: undefined };
  const shown = query.cursor === asked.cursor ? listed : await listRecords(member.id, query, PAGE);
  const covers = shown.records.map(({ imageUrl }) => imageUrl);
  const [marks, coverSearch] = await Promise.all([
    classifyCovers(member.id, covers),
    hasCatalog() ? getCoverSearch(member.id) : undefined,
  ]);
  return { query, ...shown, ...marks, coverSearch, isShown: member.showsCollection };
}

export default function Records() {
  const {
    query,
    records: saved,
    found,
    count,
    next,
    isShown,
    coverSearch,
    ...covers
  } = useLoaderData<typeof loader>();
  const { formData, formAction = "" } = useNavigation();
  const [path = ""] = formAction.split("?");
  const records = formData ? recordsAfter(saved, path, Object.fromEntries(formData)) : saved;
  const isEmpty = count === 0 && records.length === 0;
  const { wanted } = query;
  return (
    <>
      <PageHeader
        title={t("My Record Collection")}
        eyebrow={t("Side B · 1")}
        action={isEmpty ? undefined : { to: recordsPath(query, "/records/new"), label: t("Add Record") }}
      />
      <Outlet />
      <div className="mb-4">
        <Tabs
          label={t("Records")}
          tabs={[false, true].map((isWanted) => ({
            to: recordsPath({ ...ALL_OWNED, wanted: isWanted }),
            label: isWanted ? t("Wanted") : t("Owned"),
            current: isWanted === wanted,
          }))}
        />
      </div>
      {isEmpty ? (
        <EmptyState
          title={wanted ? t("Nothing Wanted Yet") : t("No Records Yet")}
          text={
            wanted
              ? t("Add records you're looking for, and see who owns them.")
              : t("Add your records. Your matches see the ones you both own.")
          }
          action={{
            to: recordsPath(query, "/records/new"),
            label: wanted ? t("Add a Record You Want") : t("Add Your First Record"),
            title: t("Add Record"),
          }}
        />
      ) : (
        <>
          {coverSearch && !wanted && coverSearch.status !== "finished" ? (
            <CoverSearch search={coverSearch} />
          ) : null}
          {count >= SEARCHED_FROM || query.q || query.sort !== "added" ? (
            <RecordSearch query={query} />
          ) : null}
          {query.q ? <ResultCount query={query} found={found} /> : null}
          <RecordGrid records={records} query={query} {...covers} />
          <Pages
            first={query.cursor && recordsPath({ ...query, cursor: undefined })}
            next={next && recordsPath({ ...query, ...next })}
          />
          {wanted ? null : (
            <div className="mt-6 border-t border-line pt-4">
              {coverSearch?.status === "finished" ? <CoverSearch search={coverSearch} /> : null}
              <CollectionButton isShown={isShown} from="/records" />
            </div>
          )}
        </>
      )}
      <footer className="cluster mt-6 justify-between border-t border-line pt-4">
        <p>
          {isEmpty
            ? t("From Discogs or a spreadsheet?")
            : describeCollection(count + records.length - saved.length, wanted)}
        </p>
        <div className="cluster">
          {coverSearch ? (
            <ButtonLink
              to={recordsPath(query, DISCOGS_PATH)}
              icon="records"
              {...opensDialog(t("Import from Discogs"))}
            >
              {t("Import from Discogs")}
            </ButtonLink>
          ) : null}
          <ButtonLink
            to={recordsPath(query, "/records/import")}
            icon="upload"
            {...opensDialog(t("Import CSV"))}
          >
            {t("Import CSV")}
          </ButtonLink>
          {isEmpty ? null : (
            <ButtonAnchor href={wanted ? "/records/export.csv?wanted=true" : "/records/export.csv"}>
              {t("Export CSV")}
            </ButtonAnchor>
          )}
        </div>
      </footer>
    </>
  );
}

function ResultCount({ query, found }: { query: RecordQuery; found: number }) {
  return (
    <p className="cluster mb-4">
      <span role="status">
        {t("{count, plural, one {# result} other {# results}} for “{search}”", {
          count: found,
          search: query.q,
        })}
      </span>
      <Link to={recordsPath({ ...query, q: "", cursor: undefined })} className="link py-2">
        {t("Show All")}
      </Link>
    </p>
  );
}

/** A GET form for the collection's URL; with scripts it is sent while typing. */
function RecordSearch({ query }: { query: RecordQuery }) {
  const form = useQueryForm({ q: query.q, sort: query.sort });
  useTypedSearch(form);
  return (
    <Form
      ref={form}
      method="get"
      action="/records"
      role="search"
      className="record-search -mx-1.5 mb-[18px] flex flex-wrap items-end"
    >
      {query.wanted ? <input type="hidden" name={WANTED_FIELD} value="true" /> : null}
      <Field label={t("Search")} name="q" type="search" maxLength={100} defaultValue={query.q} />
      <SelectField label={t("Sort by")} name="sort" defaultValue={query.sort}>
        {Object.entries(sortNames).map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </SelectField>
      <WithoutScripts>
        <Button icon="search">{t("Apply")}</Button>
      </WithoutScripts>
    </Form>
  );
}

/** Renders nothing if no record lacks a cover and no search is running. */
function CoverSearch({ search }: { search: CoverSearchDto }) {
  const { status, lacking } = search;
  const isOpen = status === "running" || status === "paused";
  if (!isOpen && !lacking) return null;
  return (
    <section className="mb-4" aria-label={t("Covers")}>
      {isOpen ? (
        <>
          <p className="mb-2">
            {status === "paused"
              ? t("Finding covers, paused: {progress}", { progress: describeCoverSearch(search) })
              : t("Finding covers: {progress}", { progress: describeCoverSearch(search) })}
          </p>
          <ProgressBar label={t("Covers looked up")} value={search.done} max={search.total} />
        </>
      ) : (
        <p>
          {status === "finished" ? `${describeFound(search.found)} ` : ""}
          {describeLacking(lacking)}
        </p>
      )}
      <div className="cluster mt-2">
        {status === "running" ? <StepButton step="pause">{t("Pause")}</StepButton> : null}
        {status === "paused" ? <StepButton step="resume">{t("Resume")}</StepButton> : null}
        {isOpen ? null : (
          <StepButton step="start">{status === "finished" ? t("Search Again") : t("Find Covers")}</StepButton>
        )}
        {status === "running" ? (
          <a href="/records" className="link py-2">
            {t("Check progress")}
          </a>
        ) : null}
      </div>
    </section>
  );
}

function StepButton({ step, children }: { step: CoverSearchStep; children: string }) {
  return (
    <PostButton to={COVER_SEARCH_PATH} name="step" value={step}>
      {children}
    </PostButton>
  );
}
