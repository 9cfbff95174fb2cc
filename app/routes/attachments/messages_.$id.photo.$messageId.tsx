import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { photoUrl } from "~/models/conversation/attachment/attachment";
import { otherParticipant } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { messagePath } from "~/models/conversation/message";
import { getMessage } from "~/models/conversation/message-change.server";
import { reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Photo · Messages")) }];

export async function loader({ request, params: { id = "", messageId = "" } }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const message = orNotFound(await getMessage(member.id, id, messageId));
  const photo = orNotFound(message.messageType === "photo" ? message : undefined);
  const { firstName } = otherParticipant(orNotFound(await getConversation(member.id, id)), member.id);
  const isOwn = photo.senderId === String(member.id);
  return { photo, isOwn, firstName };
}

/** In percent of the window's. */
const HEIGHT = 80;

export default function Photo() {
  const { photo, isOwn, firstName } = useLoaderData<typeof loader>();
  const { width, height } = photo.metadata;
  const chat = `/messages/${photo.conversationId}`;
  return (
    <>
      <PageHeader
        title={isOwn ? t("Your photo") : t("Photo from {name}", { name: firstName })}
        back={{ to: chat, label: t("Back to the conversation") }}
        text={<DateTime at={photo.createdAt} as="day" />}
      />
      {/* As high as fits the window. */}
      <div style={{ maxWidth: `${Math.round((HEIGHT * width) / height)}vh` }}>
        <img
          src={photoUrl(photo, "whole")}
          width={width}
          height={height}
          alt={isOwn ? t("Your photo") : t("Photo from {name}", { name: firstName })}
        />
      </div>
      {photo.content ? (
        <p className="message-text mt-4 max-w-prose" dir="auto">
          {photo.content}
        </p>
      ) : null}
      <p className="mt-4">
        <ButtonLink to={isOwn ? messagePath(photo) : `${reportPath("message", photo.id)}&from=${chat}`}>
          {isOwn ? t("Edit or Delete") : t("Report", { as: "button" })}
        </ButtonLink>
      </p>
    </>
  );
}
