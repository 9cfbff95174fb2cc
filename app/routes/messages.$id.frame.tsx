import type { LoaderFunctionArgs } from "@remix-run/node";
import { ChatFramePage } from "~/components/chat-frame";
import { parseInput } from "~/http/api.server";
import { found, page, requireMember } from "~/http/member.server";
import { staticPage } from "~/http/static-page.server";
import { getTheme } from "~/http/theme.server";
import { messagePage } from "~/models/message";
import { getChat } from "~/models/message.server";
import { readUpTo } from "~/models/reading.server";
import stylesUrl from "~/styles.css";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { before } = await page(async () => parseInput(messagePage, query));
  const [chat, theme] = await Promise.all([
    getChat(member.id, params.id ?? "", { before }),
    getTheme(request),
  ]);
  // Only pages without scripts show the frame, and what is in it is then seen.
  const newest = before === undefined ? chat?.messages.at(-1) : undefined;
  if (newest && chat?.unreadCount) await readUpTo(member.id, chat.id, newest.sequence);
  const isStill = before !== undefined || query.still !== undefined;
  return staticPage(
    <ChatFramePage chat={found(chat)} theme={theme} stylesUrl={stylesUrl} isStill={isStill} />,
  );
}
