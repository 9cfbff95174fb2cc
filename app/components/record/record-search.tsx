// Searching, sorting and paging a collection.
import { Form } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Field, SelectField } from "~/components/ui/field";
import { type RecordQuery, recordsAddress, sortNames } from "~/models/record/record";

/** A GET form for the collection's URL. */
export function RecordSearch({ query }: { query: RecordQuery }) {
  const form = useQueryForm({ q: query.q, sort: query.sort });
  return (
    <Form ref={form} method="get" action="/records" role="search" className="record-search">
      <Field
        label="Search"
        name="q"
        type="search"
        placeholder="Artist, album or genre"
        maxLength={100}
        defaultValue={query.q}
      />
      <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
        {Object.entries(sortNames).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <Button icon="search">Apply</Button>
    </Form>
  );
}

/** Links to the previous and next page; renders nothing when there is only one. */
export function RecordPages({ query, hasNext }: { query: RecordQuery; hasNext: boolean }) {
  if (query.page === 1 && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="cluster mt-6">
      {query.page > 1 ? (
        <ButtonLink to={recordsAddress({ ...query, page: query.page - 1 })} icon="back">
          Previous page
        </ButtonLink>
      ) : null}
      {hasNext ? (
        <ButtonLink to={recordsAddress({ ...query, page: query.page + 1 })} icon="forward">
          Next page
        </ButtonLink>
      ) : null}
    </nav>
  );
}
