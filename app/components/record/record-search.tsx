// Searching and sorting a collection.
import { Form } from "@remix-run/react";
import { useQueryForm, useTypedSearch } from "~/browser/use-query-form";
import { type RecordQuery, sortNames, WANTED_FIELD } from "~/models/record/record";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import { WithoutScripts } from "~/ui/without-scripts";

/** A GET form for the collection's URL, sent while one types where scripts run. */
export function RecordSearch({ query }: { query: RecordQuery }) {
  const form = useQueryForm({ q: query.q, sort: query.sort });
  useTypedSearch(form);
  return (
    <Form ref={form} method="get" action="/records" role="search" className="record-search">
      {query.wanted ? <input type="hidden" name={WANTED_FIELD} value="true" /> : null}
      <Field label="Search" name="q" type="search" maxLength={100} defaultValue={query.q} />
      <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
        {Object.entries(sortNames).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <WithoutScripts>
        <Button icon="search">Apply</Button>
      </WithoutScripts>
    </Form>
  );
}
