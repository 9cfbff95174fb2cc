import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { ConversationList } from "~/components/conversation/conversation-list";
import { Badge } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { requireMember } from "~/http/page.server";
import { parseInput } from "~/http/parse-input.server";
import { toConversationRow } from "~/models/conversation/conversation";
import { countConversations, listConversations } from "~/models/conversation/conversation.server";
import { formatCount } from "~/models/count";
import { timedPage } from "~/models/cursor";

export { shouldRevalidate } from "~/root";

const ROWS = 30;

export const meta: MetaFunction = () => [{ title: "Messages · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(timedPage, Object.fromEntries(new URL(request.url).searchParams));
  const [{ conversations, next }, count] = await Promise.all([
    listConversations(member.id, { after: cursor, limit: ROWS }),
    countConversations(member.id),
  ]);
  return {
    conversations: conversations.map((each) => toConversationRow(each, member.id)),
    next,
    count,
    isFirst: !cursor,
  };
}

export default function Messages() {
  const { conversations, next, count, isFirst } = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <div className={id ? "messages-screen conversation-open" : "messages-screen"}>
      <PageHeader
        title="Messages"
        aside={
          <Badge>
            {formatCount(count)}
            <span className="sr-only"> {count === 1 ? "conversation" : "conversations"}</span>
          </Badge>
        }
      />
      <div className="conversation-columns">
        <div className="conversation-list">
          <ConversationList conversations={conversations} next={next} isFirst={isFirst} />
        </div>
        <div className="conversation-pane">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
