// The list of a member's conversations: requests that wait for an answer first, then all others.
import { Link, NavLink, useLocation, useNavigation } from "@remix-run/react";
import type { ConversationRow } from "~/models/conversation";
import { newWords } from "~/models/counts";
import { Avatar } from "./avatar";
import { Moment } from "./moment";
import { Badge, EmptyState, Placeholders } from "./sleeve";

/** One page of conversations; `next` is the query of the page after it, `isFirst` whether this is the first. */
export function ConversationList({
  talks,
  next,
  isFirst,
}: {
  talks: ConversationRow[];
  next?: { cursor: string };
  isFirst: boolean;
}) {
  const { state, location } = useNavigation();
  const { search } = useLocation();
  const isTurning = state === "loading" && location.pathname === "/messages" && location.search !== search;
  const requests = talks.filter((talk) => talk.standing === "received");
  const others = talks.filter((talk) => talk.standing !== "received");
  if (!talks.length && isFirst) {
    return (
      <EmptyState
        title="No conversations yet"
        text="Start by matching with people in the discover section!"
        action={{ to: "/discover", label: "Discover" }}
      />
    );
  }
  return (
    <nav aria-label="Conversations" className="sleeve max-h-96 overflow-y-auto">
      {isTurning ? (
        <Placeholders count={3} className="m-2 h-16" />
      ) : (
        <>
          <Group title="Message requests" talks={requests} />
          <Group title={requests.length ? "Conversations" : undefined} talks={others} />
          {isFirst ? null : <PageLink to="/messages">The latest conversations</PageLink>}
          {next ? <PageLink to={`/messages?cursor=${next.cursor}`}>Older conversations</PageLink> : null}
        </>
      )}
    </nav>
  );
}

function Group({ title, talks }: { title?: string; talks: ConversationRow[] }) {
  if (!talks.length) return null;
  return (
    <>
      {title ? <h2 className="talk-group catalogue">{title}</h2> : null}
      <ul className="divided">
        {talks.map((talk) => (
          <li key={talk.id}>
            <Row talk={talk} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ talk }: { talk: ConversationRow }) {
  return (
    <NavLink to={`/messages/${talk.id}`} className="talk-row">
      <Avatar url={talk.partner.avatarUrl} size="small" round />
      <span className="ml-3 min-w-0 flex-1">
        <span className="flex items-baseline justify-between">
          <span className="talk-name">{talk.partner.firstName}</span>
          <span className="ml-2 flex-none text-note text-soft">
            <Moment at={talk.lastMessageAt} as="date" />
          </span>
        </span>
        <span className="flex items-baseline justify-between">
          <span className="text-soft">Click to start chatting...</span>
          {talk.unreadCount ? <Badge tone="red">{newWords(talk.unreadCount)}</Badge> : null}
          {talk.standing === "sent" ? <Badge tone="quiet">Waiting</Badge> : null}
        </span>
      </span>
    </NavLink>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} preventScrollReset className="talk-row link">
      {children}
    </Link>
  );
}
