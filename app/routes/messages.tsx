import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { ConversationList } from "~/components/conversation-list";
import { PageHead } from "~/components/page-head";
import { Badge } from "~/components/sleeve";
import { parseInput } from "~/http/api.server";
import { page, requireMember } from "~/http/member.server";
import { conversationPage, conversationRow } from "~/models/conversation";
import { countConversations, listConversations } from "~/models/conversation.server";
import { unlessUnanswered } from "~/revalidate";

const ROWS = 30;

export const meta: MetaFunction = () => [{ title: "Messages · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return page(async () => {
    const { cursor } = parseInput(conversationPage, Object.fromEntries(new URL(request.url).searchParams));
    const [{ talks, next }, count] = await Promise.all([
      listConversations(member.id, { after: cursor, limit: ROWS }),
      countConversations(member.id),
    ]);
    return { talks: talks.map((talk) => conversationRow(talk, member.id)), next, count, isFirst: !cursor };
  });
}

export const shouldRevalidate = unlessUnanswered;

export default function Messages() {
  const { talks, next, count, isFirst } = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <div className={id ? "talks talks-open" : "talks"}>
      <PageHead
        title="Messages"
        beside={
          <Badge>
            {count}
            <span className="sr-only"> {count === 1 ? "conversation" : "conversations"}</span>
          </Badge>
        }
      />
      <div className="talks-columns">
        <div className="talks-list">
          <ConversationList talks={talks} next={next} isFirst={isFirst} />
        </div>
        <div className="talks-pane">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
