import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitEdit } from "~/actions/conversation/message-forms.server";
import { titled } from "~/community";
import { MessagePage } from "~/components/conversation/message-page";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { EDITS_MAX, isEditable } from "~/models/conversation/message";
import { getMessage, listVersions } from "~/models/conversation/message-change.server";
import type { FormRefusal } from "~/ui/form-refusal";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Message · Messages")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const message = orNotFound(await getMessage(member.id, params.id ?? "", params.messageId ?? ""));
  const versions = (await listVersions(member.id, message.id)) ?? [];
  return {
    message,
    versions,
    isOwn: message.senderId === String(member.id),
    isEditable: isEditable(message) && versions.length < EDITS_MAX,
    closeTo: `/messages/${message.conversationId}`,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitEdit(request, params.id ?? "", params.messageId ?? "");
}

export default function Message() {
  return <MessagePage {...useLoaderData<typeof loader>()} refused={useActionData<FormRefusal>()} />;
}
