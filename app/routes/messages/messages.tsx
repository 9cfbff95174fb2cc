import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { titled } from "~/community";
import { ConversationList } from "~/components/conversation/conversation-list";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { toConversationRow } from "~/models/conversation/conversation";
import { conversationPage } from "~/models/conversation/conversation-schema";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { formatCount } from "~/models/count";
import { IconLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const ROWS = 30;

export const meta: MetaFunction = () => [{ title: titled(t("Messages")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(conversationPage, Object.fromEntries(new URL(request.url).searchParams));
  const [{ conversations, next }, count, closed] = await Promise.all([
    listConversations(member.id, { after: cursor, limit: ROWS }),
    countConversations(member.id),
    listConversations(member.id, { list: "closed", limit: 1 }),
  ]);
  return {
    conversations: conversations.map((each) => toConversationRow(each, member.id)),
    next,
    count,
    isFirst: !cursor,
    hasGoodbyes: closed.conversations.length > 0,
  };
}

export default function Messages() {
  const { count, ...list } = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <div className={id ? "messages-screen conversation-open" : "messages-screen"}>
      <PageHeader
        title={t("Messages")}
        aside={
          <>
            <Badge>
              {formatCount(count)}
              <span className="sr-only">
                {" "}
                {t("{count, plural, one {conversation} other {conversations}}", { count })}
              </span>
            </Badge>
            <IconLink
              to="/messages/search"
              name={t("Search messages")}
              icon="search"
              className="!-my-[7px]"
            />
          </>
        }
      />
      <div className="conversation-columns md:grid md:grid-cols-[304px_minmax(0,1fr)] md:gap-6 lg:grid-cols-[344px_minmax(0,1fr)] print:block">
        <div className={id ? "relative max-md:hidden print:hidden" : "relative print:hidden"}>
          <ConversationList {...list} />
        </div>
        <div className={id ? "conversation-pane" : "conversation-pane max-md:hidden"}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}
