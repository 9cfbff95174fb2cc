import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { ModerationPage } from "~/components/safety/moderation-page";
import { SectionField, StatementField } from "~/components/safety/sanction-form";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { type HeldMessage, listHeldMessages } from "~/models/safety/held-message.server";
import { listRuleSections } from "~/models/safety/sanctions/rule-section.server";
import { Button } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Form } from "~/ui/form";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: "Messages · Moderation · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return { messages: await listHeldMessages(moderator.id), sections: listRuleSections() };
}

export default function Messages() {
  const { messages, sections } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title="Messages"
      current="queue"
      text="First messages that the checking service holds. Only their senders see them."
    >
      {messages.length ? (
        <ul className="card-grid">
          {messages.map((held) => (
            <Review key={held.conversationId} held={held} sections={sections} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No messages to review" text="First messages appear here if they are held." />
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
  useFocusAfterwards();
  const sender = useFetcher();
  const address = `${MODERATION_PATH}/messages/${conversationId}`;
  return (
    <li>
      <Card title={memberName} note={<DateTime at={heldAt} as="date" />}>
        <p className="whitespace-pre-line" dir="auto">
          {content}
        </p>
        <p className="mt-2 text-soft">
          {reason ? `The checking service says: ${reason}` : "The checking service gave no reason."}
        </p>
        <Form fetcher={sender} action={address} className="mt-3">
          <Button variant="primary" name="outcome" value="approve">
            Deliver
          </Button>
        </Form>
        <details className="mt-3">
          <summary className="py-3 font-semibold">Don't deliver</summary>
          <Form fetcher={sender} action={address} className="stack mt-2">
            <SectionField sections={sections} id={`section-${conversationId}`} />
            <StatementField id={`statement-${conversationId}`} />
            <Button variant="danger" name="outcome" value="reject">
              Don't Deliver
            </Button>
          </Form>
        </details>
      </Card>
    </li>
  );
}
