// The list of a member's conversations, message requests first.
import { Link, NavLink, useLocation } from "@remix-run/react";
import { useSlowNavigation } from "~/browser/navigation";
import { t } from "~/language/text";
import type { ConversationRow } from "~/models/conversation/conversation";
import { formatCount } from "~/models/count";
import { Avatar } from "~/ui/avatar";
import { Badge, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Icon } from "~/ui/icon";
import { ConversationPlaceholders } from "~/ui/placeholders";
import { Sleeve } from "~/ui/sleeve";

/** One page of conversations; `next` is the cursor of the following page. */
export function ConversationList({
  conversations,
  next,
  isFirst,
  hasGoodbyes,
}: {
  conversations: ConversationRow[];
  next?: { cursor: string };
  isFirst: boolean;
  hasGoodbyes: boolean;
}) {
  const { search } = useLocation();
  const destination = useSlowNavigation()?.location;
  const isLoading = destination?.pathname === "/messages" && destination.search !== search;
  const requests = conversations.filter((conversation) => conversation.status === "received");
  const others = conversations.filter((conversation) => conversation.status !== "received");
  const goodbyes = hasGoodbyes ? <PageLink to="/messages/goodbyes">{t("Goodbyes")}</PageLink> : null;
  if (!conversations.length && isFirst) {
    return (
      <>
        <EmptyState
          title={hasGoodbyes ? t("No open conversations") : t("No conversations yet")}
          text={
            hasGoodbyes
              ? t("All your conversations have been closed with a goodbye.")
              : t("Start by matching with people in the discover section!")
          }
          action={{ to: "/discover", label: t("Discover") }}
        />
        {goodbyes}
      </>
    );
  }
  return (
    <nav aria-label={t("Conversations")} className="card overflow-y-auto md:absolute md:h-full md:w-full">
      {isLoading ? (
        <ConversationPlaceholders />
      ) : (
        <>
          <ConversationGroup title={t("Message requests")} conversations={requests} />
          <ConversationGroup
            title={requests.length ? t("Conversations") : undefined}
            conversations={others}
          />
          {isFirst ? null : <PageLink to="/messages">{t("Latest conversations")}</PageLink>}
          {next ? (
            <PageLink to={`/messages?cursor=${next.cursor}`}>{t("Older conversations")}</PageLink>
          ) : null}
          {goodbyes}
        </>
      )}
    </nav>
  );
}

/** A list of conversations, under a title unless it stands alone. */
export function ConversationGroup({
  title,
  conversations,
}: {
  title?: string;
  conversations: ConversationRow[];
}) {
  if (!conversations.length) return null;
  return (
    <>
      {title ? (
        <h2 className="eyebrow border-t border-line px-4 pb-1 pt-3 first:border-t-0">{title}</h2>
      ) : null}
      <ul className="divided">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <Row conversation={conversation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ conversation }: { conversation: ConversationRow }) {
  return (
    <NavLink
      to={`/messages/${conversation.id}`}
      className="conversation-row flex min-h-16 items-center px-4 py-2 hover:bg-inset focus:-outline-offset-4 aria-[current]:bg-inset aria-[current]:[box-shadow:inset_4px_0_0_var(--red)] [&.pending]:bg-inset"
    >
      <Avatar face={conversation.partner.face} size="small" round />
      <span className="ml-3 min-w-0 flex-1">
        <span className="flex items-baseline justify-between">
          <span className="min-w-0 truncate font-semibold">{conversation.partner.firstName}</span>
          <span className="ml-2 flex-none small-print">
            <DateTime at={conversation.lastMessageAt} as="shortest" />
          </span>
        </span>
        <span className="flex items-baseline justify-between">
          <span className="line-clamp-2 min-w-0 text-sm text-soft" dir="auto">
            {conversation.hasWarning ? (
              <>
                <Icon name="shield" size={16} className="mr-1 inline" />
                <span className="sr-only">{t("Take care with links and contact details.")} </span>
              </>
            ) : null}
            {conversation.lastMessage ?? t("Click to start chatting...")}
          </span>
          <span className="ml-2 flex-none text-right">
            {conversation.unreadCount ? (
              <Badge tone="red">{t("{count} new", { count: formatCount(conversation.unreadCount) })}</Badge>
            ) : null}
            {conversation.isYourTurn ? (
              <span className={conversation.unreadCount ? "mt-1 block" : undefined}>
                <Badge tone="yellow">{t("Your turn")}</Badge>
              </span>
            ) : null}
            {conversation.status === "sent" ? <Badge tone="quiet">{t("Waiting")}</Badge> : null}
          </span>
        </span>
      </span>
      {conversation.song ? (
        <span className="ml-3 flex-none">
          <Sleeve {...conversation.song} size="small" />
        </span>
      ) : null}
    </NavLink>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="link flex min-h-16 items-center px-4 py-2 hover:bg-inset focus:-outline-offset-4"
    >
      {children}
    </Link>
  );
}
