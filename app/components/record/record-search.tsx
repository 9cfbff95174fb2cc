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

/** Links to the first and next page; renders nothing when there is only one. */
export function RecordPages({ query, next }: { query: RecordQuery; next?: { cursor: string } }) {
  if (!query.cursor && !next) return null;
  return (
    <nav aria-label="Pages" className="cluster mt-6">
      {query.cursor ? (
        <ButtonLink to={recordsAddress({ ...query, cursor: undefined })} icon="back">
          First page
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink to={recordsAddress({ ...query, ...next })} icon="forward">
          Next page
        </ButtonLink>
      ) : null}
    </nav>
  );
}
