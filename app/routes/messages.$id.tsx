import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type MetaFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { ChatPane } from "~/components/chat-pane";
import { submitPlainForm } from "~/forms/plain-form.server";
import { parseInput } from "~/http/api.server";
import { found, page, requireMember } from "~/http/member.server";
import { scoresWith } from "~/matching/discover.server";
import { UNKNOWN_COMPATIBILITY } from "~/models/conversation";
import { messageInput, messagePage } from "~/models/message";
import { addMessage, getChat } from "~/models/message.server";
import { UNANSWERED } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.chat.partner.firstName} · Messages · B-Side` : "Messages · B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { before } = await page(async () => parseInput(messagePage, query));
  const chat = found(await getChat(member.id, params.id ?? "", { before }));
  const partnerId = Number(chat.partner.id);
  const compatibility = (await scoresWith(member.id, [partnerId])).get(partnerId) ?? UNKNOWN_COMPATIBILITY;
  return { chat, compatibility, before, draftId: randomUUID() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  // The fragment puts the focus back into the composer.
  return submitPlainForm(
    request,
    messageInput,
    `/messages/${encodeURIComponent(id)}#write`,
    (member, input) => addMessage(member.id, id, input),
  );
}

/** No answer at all, or not the one we know, is no reason to lose the page with what was typed. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = request.clone();
  try {
    return await serverAction<typeof action>();
  } catch (trouble) {
    if (trouble instanceof Response) throw trouble;
    const error = isRouteErrorResponse(trouble)
      ? `${trouble.status}: ${trouble.data || trouble.statusText}`
      : "There is no connection. Your message was not sent; try again.";
    const notice = { id: `unsent ${Date.now()}`, kind: "error" as const, title: "Error", description: error };
    const { id, content } = Object.fromEntries(await sent.formData());
    const unsent = { id, content, messageType: null, metadata: null };
    // Only as a response does it keep the status that spares the page from loading again, which would fail as well.
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify({ notice, error, unsent }), { status: UNANSWERED, headers });
  }
}

/** Once open, the chat learns of what is new by asking for just that; what its dialogs have shared comes at once. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formAction,
  actionStatus = 200,
}) =>
  currentParams.id !== nextParams.id ||
  currentUrl.search !== nextUrl.search ||
  (/^\/messages\/[^/]+\/(share|video)$/.test(formAction ?? "") && actionStatus < 400);

export default function OpenChat() {
  const { chat, compatibility, before, draftId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <Outlet />
      <ChatPane
        key={`${chat.id} ${before}`}
        chat={chat}
        compatibility={compatibility}
        draftId={draftId}
        isPast={before !== undefined}
        refused={refused}
      />
    </>
  );
}
