import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadShareForm, submitVideo } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { VideoForm } from "~/components/conversation/video-form";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";
import { shareMessages } from "~/models/conversation/share";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Share YouTube Video · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadShareForm(request, params.id ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitVideo(request, params.id ?? "");
}

export const clientAction = createClientAction({
  errorTitle: shareMessages.videoFailed.title,
  noReason: shareMessages.videoFailed.description,
  outlivesPage: true,
});

export default function ShareVideo() {
  const { shareId, chatId, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Share YouTube Video")} closeTo={closeTo}>
      <VideoForm shareId={shareId} chatId={chatId} closeTo={closeTo} />
    </RouteDialog>
  );
}
