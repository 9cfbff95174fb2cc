import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadFileForm, submitFile } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { FileDialog } from "~/components/conversation/file-dialog";
import { VoiceForm } from "~/components/conversation/voice/voice-form";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Send Voice Note · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFileForm(request, params.id ?? "", "voice");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitFile(request, params.id ?? "", "voice");
}

export const clientAction = createClientAction({ outlivesPage: true });

export default function SendVoice() {
  return <FileDialog title={t("Send Voice Note")} form={VoiceForm} />;
}
