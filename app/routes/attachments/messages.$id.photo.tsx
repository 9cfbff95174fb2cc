import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadFileForm, submitFile } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { FileDialog } from "~/components/conversation/file-dialog";
import { PhotoForm } from "~/components/conversation/photo/photo-form";
import { createClientAction } from "~/forms/client-action";
import { t } from "~/language/text";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Send Photo · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFileForm(request, params.id ?? "", "photo");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitFile(request, params.id ?? "", "photo");
}

export const clientAction = createClientAction({ outlivesPage: true });

export default function SendPhoto() {
  return <FileDialog title={t("Send Photo")} form={PhotoForm} />;
}
