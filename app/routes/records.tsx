import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import { ButtonAnchor, ButtonLink } from "~/components/button";
import { PageHead } from "~/components/page-head";
import { RecordGrid } from "~/components/record-grid";
import { RecordPages, RecordSearch } from "~/components/record-search";
import { EmptyState } from "~/components/sleeve";
import { requireMember } from "~/http/member.server";
import { describeCollection, recordsAddress, recordsAfter } from "~/models/record";
import { listRecords, readRecordQuery } from "~/models/record.server";

const PAGE = 48;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Records · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = readRecordQuery(request.url);
  const { records, found, count, next } = await listRecords(member.id, query, PAGE);
  return { query, records, found, count, hasNext: next !== undefined };
}

export default function Records() {
  const { query, records: saved, found, count, hasNext } = useLoaderData<typeof loader>();
  const { formData, formAction = "" } = useNavigation();
  const [path = ""] = formAction.split("?");
  const records = formData ? recordsAfter(saved, path, Object.fromEntries(formData)) : saved;
  const isEmpty = count === 0 && records.length === 0;
  return (
    <>
      <PageHead
        title="My Record Collection"
        catalogue="Side B · 1"
        beside={
          isEmpty ? null : (
            <ButtonLink
              to={recordsAddress(query, "/records/new")}
              look="primary"
              icon="plus"
              preventScrollReset
            >
              Add Record
            </ButtonLink>
          )
        }
      />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title="No Records Yet"
          text="Add what stands on your shelf. Whom you match with sees which of it you share."
          action={{ to: "/records/new", label: "Add Your First Record" }}
        />
      ) : (
        <>
          <RecordSearch query={query} />
          {query.q ? (
            <p role="status" className="mb-4">
              {found} found for “{query.q}”.
            </p>
          ) : null}
          <RecordGrid records={records} query={query} />
          <RecordPages query={query} hasNext={hasNext} />
        </>
      )}
      <footer className="cluster mt-6 justify-between border-t border-line pt-4">
        <p>{isEmpty ? "From Discogs or a spreadsheet?" : describeCollection(count)}</p>
        <div className="cluster">
          <ButtonLink to={recordsAddress(query, "/records/import")} icon="upload" preventScrollReset>
            Import CSV
          </ButtonLink>
          {isEmpty ? null : <ButtonAnchor href="/records/export.csv">Export CSV</ButtonAnchor>}
        </div>
      </footer>
    </>
  );
}
