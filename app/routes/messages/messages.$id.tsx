import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  type MetaFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
  useRouteError,
} from "@remix-run/react";
import { submitMessage } from "~/actions/conversation/message-forms.server";
import { unlessUnreachable } from "~/browser/revalidate";
import { useOutbox } from "~/browser/use-outbox";
import { titled } from "~/community";
import { ChatPane } from "~/components/conversation/chat-pane";
import { UnsentMessage } from "~/components/conversation/unsent-message";
import type { SendResult } from "~/components/conversation/use-send-queue";
import { PaneError } from "~/components/layout/pane-error";
import { createClientAction } from "~/forms/client-action";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { getCompatibility } from "~/models/conversation/conversation.server";
import { getJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import { CONVERSATION_GONE } from "~/models/conversation/message";
import { getChat } from "~/models/conversation/message-list.server";
import { chatPage } from "~/models/conversation/message-schema";
import { listOpenersOfChat } from "~/models/conversation/openers.server";
import { getPlanSummary } from "~/models/conversation/plan/plan.server";
import { findQuote } from "~/models/conversation/quote/quote.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(t("{firstName} · Messages", { firstName: data.chat.partner.firstName }))
      : titled(t("Messages")),
  },
];

/** The first paint must not move: a long conversation isn't shown before its last message is there. */
export const links: LinksFunction = () => [{ rel: "expect", href: "#write", blocking: "render" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { before, around, text, reply } = parseInput(chatPage, query);
  const found = orNotFound(await getChat(member.id, params.id ?? "", { before, around }));
  // The message may have been deleted since it was found.
  if (around !== undefined && !found.messages.length) throw redirect(`/messages/${found.id}`);
  const partnerId = Number(found.partner.id);
  const excerpt = before === undefined && around === undefined ? undefined : { before, around };
  const [compatibility, quote, openers, jointPlay = null, plan] = await Promise.all([
    getCompatibility(member.id, partnerId),
    reply === undefined ? undefined : findQuote(found.id, reply),
    excerpt ? [] : listOpenersOfChat(member.id, found),
    excerpt ? undefined : getJointPlay(member.id, found.id),
    getPlanSummary(member.id, found.id, found.partner),
  ]);
  const { showsTyping } = member;
  const next = { id: randomUUID(), text, quote, openers };
  const chat = { ...found, opensPhotos: member.opensPhotos, plan };
  return { chat, compatibility, excerpt, showsTyping, jointPlay, next };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitMessage(request, params.id ?? "");
}

export const clientAction = createClientAction({
  unreachable: msg("No connection. Your message wasn't sent. Try again."),
  noReason: msg("Something went wrong. Your message wasn't sent. Try again."),
  isToast: false,
});

/** An open chat fetches new messages itself, so it revalidates only for another chat or page, or after a share. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, currentParams, nextParams, formAction, actionStatus = 200 } = change;
  const isOtherPage = currentParams.id !== nextParams.id || currentUrl.search !== nextUrl.search;
  const isShared =
    /^\/messages\/[^/]+\/(share|video|photo|voice)$/.test(formAction ?? "") && actionStatus < 400;
  return unlessUnreachable(change) && (isOtherPage || isShared);
};

export default function ChatPage() {
  const { chat, compatibility, excerpt, next, showsTyping, jointPlay } = useLoaderData<typeof loader>();
  const refused = useActionData<SendResult>();
  return (
    <>
      <Outlet />
      <ChatPane
        key={`${chat.id} ${excerpt?.before} ${excerpt?.around}`}
        chat={chat}
        compatibility={compatibility}
        next={{ ...next, refused }}
        excerpt={excerpt}
        showsTyping={showsTyping}
        jointPlay={jointPlay}
      />
    </>
  );
}

/**
 * Shows unsent text for a conversation that is gone: without scripts the posted message, with scripts those written offline.
 * After any other error the chat still holds them, and waiting messages are still sent.
 */
export function ErrorBoundary() {
  const { error, typed } = useActionData<SendResult>() ?? {};
  const { id = "" } = useParams();
  const { waiting, drop } = useOutbox(id);
  const failure = useRouteError();
  const isGone = isRouteErrorResponse(failure) && failure.status === 404;
  if (error === t(CONVERSATION_GONE) && typed?.content) return <UnsentMessage text={typed.content} />;
  return (
    <>
      {isGone
        ? waiting.map(({ id, content }) => <UnsentMessage key={id} text={content} drop={() => drop(id)} />)
        : null}
      <PaneError />
    </>
  );
}
