// Searching and sorting a collection.
import { Form } from "@remix-run/react";
import { useQueryForm, useTypedSearch } from "~/browser/use-query-form";
import { Button } from "~/components/ui/button";
import { Field, SelectField } from "~/components/ui/field";
import { WithoutScripts } from "~/components/ui/without-scripts";
import { type RecordQuery, sortNames, WANTED_FIELD } from "~/models/record/record";

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
