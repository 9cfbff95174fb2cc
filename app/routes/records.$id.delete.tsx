import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/button";
import { RouteDialog } from "~/components/route-dialog";
import { pressInBrowser } from "~/forms/press-button";
import { pressButton } from "~/forms/press-button.server";
import { found, requireMember } from "~/http/member.server";
import { recordsAddress, recordTrouble, recordWords } from "~/models/record";
import { getRecord, readRecordQuery, removeRecord } from "~/models/record.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Delete Record · Records · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { artist, album } = found(await getRecord(member.id, params.id ?? ""));
  return { artist, album, closeTo: recordsAddress(readRecordQuery(request.url)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const to = recordsAddress(readRecordQuery(request.url));
  const remove = async (member: { id: number }) => {
    await removeRecord(member.id, params.id ?? "");
    return { notice: recordWords.removed, to };
  };
  return pressButton(request, to, remove, recordTrouble.remove);
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, recordTrouble.remove);
}

export default function DeleteRecord() {
  const { artist, album, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={album} description={artist} closeTo={closeTo} quick>
      <p>Are you sure you want to remove this record from your collection?</p>
      <Form method="post" className="cluster mt-4" preventScrollReset>
        <Button look="danger" icon="trash">
          Delete
        </Button>
        <ButtonLink to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
      </Form>
    </RouteDialog>
  );
}
