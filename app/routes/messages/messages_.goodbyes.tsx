import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ConversationGroup } from "~/components/conversation/conversation-list";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { toConversationRow } from "~/models/conversation/conversation";
import { conversationPage } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const ROWS = 30;

export const meta: MetaFunction = () => [{ title: titled(t("Goodbyes · Messages")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(conversationPage, Object.fromEntries(new URL(request.url).searchParams));
  const page = { after: cursor, list: "closed", limit: ROWS } as const;
  const { conversations, next } = await listConversations(member.id, page);
  return { conversations: conversations.map((each) => toConversationRow(each, member.id)), next };
}

export default function Goodbyes() {
  const { conversations, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Goodbyes")}
        back={{ to: "/messages", label: t("Messages") }}
        text={t("Conversations closed with a goodbye. Whoever said it can reopen them.")}
      />
      {conversations.length ? (
        <div className="card">
          <ConversationGroup conversations={conversations} />
        </div>
      ) : (
        <EmptyState title={t("No goodbyes")} text={t("Conversations closed with a goodbye appear here.")} />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>{t("Older goodbyes")}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
