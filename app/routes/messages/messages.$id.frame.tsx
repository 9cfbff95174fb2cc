import type { LoaderFunctionArgs } from "@remix-run/node";
import { ChatFramePage } from "~/components/conversation/chat-frame";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireSession } from "~/http/page.server";
import { framePage } from "~/http/static/static-page.server";
import { getTheme } from "~/http/theme.server";
import { getChat } from "~/models/conversation/message-list.server";
import { messagePage } from "~/models/conversation/message-schema";
import { markRead } from "~/models/conversation/read-marker.server";
import { localeOf } from "~/models/member/viewer-dates";
import stylesUrl from "~/styles/app.css?url";
import { FrameErrorPage } from "~/ui/frame/frame-error";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const look = { theme: await getTheme(request), stylesUrl };
  const errorPage = <FrameErrorPage address={pathname + search} {...look} />;
  return framePage(request, errorPage, async () => {
    const { member, timeZone } = await requireSession(request);
    const { before } = parseInput(messagePage, Object.fromEntries(searchParams));
    const chat = orNotFound(await getChat(member.id, params.id ?? "", { before }));
    // Only pages without scripts load the frame, so its messages have been seen.
    const newest = before === undefined ? chat.messages.at(-1) : undefined;
    if (newest && chat.isNew) await markRead(member.id, chat.id, newest.sequence);
    return (
      <ChatFramePage
        chat={{ ...chat, opensPhotos: member.opensPhotos }}
        look={{ ...look, dates: { timeZone, locale: localeOf(request.headers.get("Accept-Language")) } }}
        isStill={before !== undefined || searchParams.has("still")}
        openMenu={searchParams.get("still") ?? ""}
      />
    );
  });
}
