import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadShareForm, submitShare } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { ShareForm } from "~/components/conversation/share-form";
import { useSharer } from "~/components/conversation/use-sharer";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Share Music · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return { ...(await loadShareForm(request, params.id ?? "")), hasCatalog: hasCatalog() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitShare(request, params.id ?? "");
}

export const clientAction = createClientAction({ outlivesPage: true });

export default function ShareMusic() {
  const { shareId, chatId, closeTo, hasCatalog } = useLoaderData<typeof loader>();
  const sharing = useSharer(chatId, shareId);
  return (
    <RouteDialog title={t("Share Music")} closeTo={closeTo} isHidden={sharing.isSending}>
      <ShareForm {...sharing} closeTo={closeTo} hasCatalog={hasCatalog} />
    </RouteDialog>
  );
}
