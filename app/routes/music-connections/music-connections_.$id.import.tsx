import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitImport } from "~/actions/music-account/music-account-forms.server";
import { titled } from "~/community";
import { ImportOfferForm, type RefusedImport } from "~/components/music-account/import-offer";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { HISTORY_PATH } from "~/models/music-account/history/history";
import { getImportOffer } from "~/models/music-account/music-import.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { FileLetters } from "~/ui/file-letters";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Import · Music Connections")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const id = params.id ?? "";
  const onlyNew = new URL(request.url).searchParams.has("new");
  const { source, offer, preferences } = orNotFound(await getImportOffer(member.id, id, onlyNew));
  if (onlyNew) await markSeen(member.id, ["connection"], id);
  return { source, onlyNew, offer, scrobbles: preferences?.totalScrobbles ?? null };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitImport(request, params.id ?? "");
}

export { clientAction } from "~/forms/client-action";

export default function Import() {
  const { source, onlyNew, offer, scrobbles } = useLoaderData<typeof loader>();
  const answer = useActionData<RefusedImport>();
  return (
    <>
      <PageHeader
        title={
          onlyNew ? t("New on {name}", { name: source.name }) : t("Import from {name}", { name: source.name })
        }
        eyebrow={t("Side B · 4")}
        text={t("Choose what to import from {account}. Your own artists stay where they are.", {
          account: source.account,
        })}
      />
      <FileLetters encoding={source.encoding} path={HISTORY_PATH} />
      <ImportOfferForm service={source.name} offer={offer} scrobbles={scrobbles} answer={answer} />
    </>
  );
}
