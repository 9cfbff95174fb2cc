import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ImportOfferForm } from "~/components/import-offer";
import { PageHead } from "~/components/page-head";
import { RefusedNotice } from "~/components/refused-notice";
import { submitImport } from "~/forms/connection-forms.server";
import { pressInBrowser } from "~/forms/press-button";
import { found, requireMember } from "~/http/member.server";
import { serviceNames } from "~/models/connection";
import { getImportOffer } from "~/models/music-import.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Import · Music Connections · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { connection, offer, preferences } = found(await getImportOffer(member.id, params.id ?? ""));
  const { service, serviceUsername } = connection;
  return { service, serviceUsername, offer, scrobbles: preferences?.totalScrobbles ?? null };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitImport(request, params.id ?? "");
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent);
}

export default function Import() {
  const { service, serviceUsername, offer, scrobbles } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const name = serviceNames[service];
  return (
    <>
      <PageHead
        title={`Import from ${name}`}
        catalogue="Side B · 4"
        text={`What ${name} knows of ${serviceUsername}. What is ticked goes into your music preferences; nothing of yours is moved or lost.`}
      />
      <RefusedNotice />
      <ImportOfferForm service={name} offer={offer} scrobbles={scrobbles} refused={refused} />
    </>
  );
}
