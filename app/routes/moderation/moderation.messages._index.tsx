import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { ReviewCard } from "~/components/safety/review-card";
import { SectionField, StatementField } from "~/components/safety/sanction-form";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { type HeldMessage, listHeldMessages } from "~/models/safety/held-message.server";
import { listRuleSections } from "~/models/safety/sanctions/sanction.server";
import { EmptyState } from "~/ui/card";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Messages · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return { messages: await listHeldMessages(moderator.id), sections: listRuleSections() };
}

export default function Messages() {
  const { messages, sections } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title={t("Messages")}
      current="queue"
      text={t("First messages that the checking service holds. Only their senders see them.")}
    >
      {messages.length ? (
        <ul className="card-grid">
          {messages.map((held) => (
            <Review key={held.conversationId} held={held} sections={sections} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={t("No messages to review")}
          text={t("First messages appear here if they are held.")}
        />
      )}
    </ModerationPage>
  );
}

function Review({
  held: { conversationId, memberName, content, reason, heldAt },
  sections,
}: {
  held: HeldMessage;
  sections: string[];
}) {
  return (
    <ReviewCard
      memberName={memberName}
      at={heldAt}
      to={`${MODERATION_PATH}/messages/${conversationId}`}
      choices={[{ value: "approve", label: t("Deliver"), isMain: true }]}
      rejection={{
        ...{ value: "reject", label: t("Don't Deliver"), summary: t("Don't deliver") },
        fields: (
          <>
            <SectionField sections={sections} id={`section-${conversationId}`} />
            <StatementField id={`statement-${conversationId}`} />
          </>
        ),
      }}
    >
      <p className="whitespace-pre-line" dir="auto">
        {content}
      </p>
      <p className="mt-2 text-soft">
        {reason
          ? t("The checking service says: {reason}", { reason })
          : t("The checking service gave no reason.")}
      </p>
    </ReviewCard>
  );
}
