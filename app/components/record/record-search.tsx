// Searching and sorting a collection.
import { Form } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { Button } from "~/components/ui/button";
import { Field, SelectField } from "~/components/ui/field";
import { type RecordQuery, sortNames } from "~/models/record/record";

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
