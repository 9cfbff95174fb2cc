import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { ImportPreview } from "~/components/import-preview";
import { RouteDialog } from "~/components/route-dialog";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { describeImported } from "~/models/record";
import { getImport, runImport } from "~/models/record-import.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";
export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Import · Records · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { records, ...counts } = found(await getImport(member.id, params.id ?? ""));
  const rows = records.map(({ id, artist, album, year, format, condition }) => {
    return { id, artist, album, year, format, condition };
  });
  return { ...counts, rows };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return pressButton(request, "/records/import", async (member) => {
    const added = await runImport(member.id, params.id ?? "");
    return { notice: describeImported(added), to: "/records" };
  });
}

export default function PreviewImport() {
  const { rows, toAdd, known, addedCount } = useLoaderData<typeof loader>();
  const isSending = useNavigation().formMethod === "POST";
  const records = `${toAdd.toLocaleString("en-US")} ${toAdd === 1 ? "record" : "records"}`;
  return (
    <RouteDialog title="What will be added" closeTo="/records">
      {addedCount === null ? (
        <>
          <ImportPreview rows={rows} toAdd={toAdd} known={known} />
          <Form method="post" className="cluster mt-4">
            {toAdd > 0 ? (
              <Button look="primary" disabled={isSending}>
                {isSending ? `Adding ${records}...` : `Add ${records}`}
              </Button>
            ) : null}
            <ButtonLink to="/records/import">Choose another file</ButtonLink>
          </Form>
          {isSending ? <progress className="waiting" aria-label={`Adding ${records}`} /> : null}
        </>
      ) : (
        <p>The records of this file have been added.</p>
      )}
    </RouteDialog>
  );
}
