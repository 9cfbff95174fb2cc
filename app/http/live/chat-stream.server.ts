// GET /messages/{id}/frame?live: the messages of an open chat without scripts, as a page that never ends.
import { randomUUID } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { client } from "db/client.server";
import { readHistory } from "db/history.server";
import type { RequestHandler } from "express";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { cookieOptions } from "~/auth/cookie-options.server";
import { getCurrentSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { logBackgroundError } from "~/http/express-errors.server";
import { getTheme } from "~/http/theme.server";
import { confirmStream, openStream, type StreamFormat } from "~/live/streams.server";
import { closedAccountPath } from "~/models/account/leaving/closed-account.server";
import { listActiveSessionIds } from "~/models/account/sign-in/session.server";
import { getConversation } from "~/models/conversation/conversation.server";
import type { Chat, MessageDto } from "~/models/conversation/message";
import { getChat } from "~/models/conversation/message-list.server";
import { markRead } from "~/models/conversation/read-marker.server";
import { listTyping } from "~/models/conversation/typing.server";
import { localeOf, type ViewerDates } from "~/models/member/viewer-dates";
import { listEvents } from "./live-events.server";

/** Later than this, the beginning of a page has been held back on its way until the page ended. */
const PROMPT_MS = 2500;
const HELD_BACK_SECONDS = 600;

const heldBack = createCookie("held-back", {
  ...cookieOptions,
  path: "/messages",
  maxAge: HELD_BACK_SECONDS,
});

/** Whether something between the server and this browser holds streams back, so that its frame has to refresh. */
export async function isHeldBack(request: Request): Promise<boolean> {
  return (await heldBack.parse(request.headers.get("Cookie"))) === true;
}

/** What the stream consists of. */
export type ChatStreamParts = {
  /** The whole page. New messages go before the element whose text is `token`; `shownUrl` is an image in it. */
  page: (props: {
    chat: Chat;
    theme: string | null;
    dates: ViewerDates;
    token: string;
    shownUrl: string;
  }) => ReactElement;
  /** A list of messages. `previous` is the message before them. */
  messages: (props: {
    messages: MessageDto[];
    previous: MessageDto | undefined;
    chat: Pick<Chat, "partner" | "opensPhotos">;
    dates: ViewerDates;
  }) => ReactElement;
  /**
   * The line under the last message that the other member has seen. Its style hides the earlier one, which stays in the page.
   */
  seen: (props: { id: string; hides: string; nonce: string }) => ReactElement;
};

/**
 * Streams the page of a chat that the member may open; leaves everything else to the route of the frame, which also shows
 * why not. The page asks for an image as soon as it is shown (`shown`): without that request the stream ends, and if it
 * comes late, the browser's frames refresh for the next ten minutes instead. It is not a Remix route, because only the
 * connection itself shows when its reader is gone or slow.
 */
export function answerChatStream(parts: ChatStreamParts): RequestHandler {
  return async (req, res, next) => {
    try {
      const { cookie = "" } = req.headers;
      const request = new Request(new URL(req.originalUrl, env.origin), { headers: { cookie } });
      const session = await getCurrentSession(request);
      if (!session || closedAccountPath(req.path, session.member)) return next("route");
      const { id: memberId } = session.member;
      const { shown } = req.query;
      if (typeof shown === "string") {
        if (Date.now() - sentAt(shown) > PROMPT_MS) res.append("Set-Cookie", await heldBack.serialize(true));
        else confirmStream(memberId, shown);
        return res.status(204).set("Cache-Control", "private, no-store").end();
      }
      if (await isHeldBack(request)) return next("route");
      // The cursor first, so that nothing said in between is missed.
      const { last } = await readHistory(client);
      const found = await getChat(memberId, req.params.id ?? "");
      if (!found) return next("route");
      const chat = { ...found, opensPhotos: session.member.opensPhotos };
      const dates = { timeZone: session.timeZone, locale: localeOf(request.headers.get("Accept-Language")) };
      const look = { theme: await getTheme(request), dates };
      const format = formatOf(memberId, chat, parts, look, res.locals.nonce);
      await format.settle();
      const listener = { memberId, sessionId: session.sessionId };
      const sources = { listEvents, listActiveSessionIds, listTyping, onError: logBackgroundError };
      await openStream(res, listener, last, sources, format);
    } catch (error) {
      logBackgroundError(error);
      // The route answers temporary failures with a page that refreshes.
      if (res.headersSent) res.destroy();
      else next("route");
    }
  };
}

/** A stream's token begins with the time when it was sent. */
function createToken(): string {
  return `${Date.now().toString(36)}-${randomUUID()}`;
}

function sentAt(token: string): number {
  return Number.parseInt(token, 36);
}

function formatOf(
  memberId: number,
  chat: Chat,
  parts: ChatStreamParts,
  look: { theme: string | null; dates: ViewerDates },
  nonce: string,
): StreamFormat {
  const token = createToken();
  const { id, partner, opensPhotos } = chat;
  let last = chat.messages.at(-1);
  let unread = chat.isNew ? last : undefined;
  let { seen } = chat;
  let seenId = "seen";
  let isChanged = false;
  let isLost = false;
  return {
    token,
    contentType: "text/html; charset=utf-8",
    start: () => {
      const shownUrl = `/messages/${id}/frame?live&shown=${token}`;
      const html = renderToStaticMarkup(createElement(parts.page, { chat, ...look, token, shownUrl }));
      const [shown = ""] = html.split(`<i>${token}`);
      return `<!doctype html>${withoutEnd(shown)}`;
    },
    event: (name, data) => {
      if (name === "message") {
        const { conversationId, message } = data as { conversationId: string; message: MessageDto };
        if (conversationId !== id || message.sequence <= (last?.sequence ?? 0)) return "";
        // Never of a request, which has one message until it is accepted.
        const { dates } = look;
        const props = { messages: [message], previous: last, chat: { partner, opensPhotos }, dates };
        const list = renderToStaticMarkup(createElement(parts.messages, props));
        const isFirst = last === undefined;
        last = message;
        if (message.senderId === partner.id) unread = message;
        return withoutEnd(isFirst ? list : list.slice(list.indexOf(">") + 1));
      }
      if (name === "seen") {
        const { conversationId, sequence } = data as { conversationId: string; sequence: number };
        // It can only be added below the last message, so an earlier one's has to wait for the page to load again.
        if (conversationId !== id || sequence === seen || sequence !== last?.sequence) return "";
        const props = { id: `seen-${sequence}`, hides: seenId, nonce };
        seen = sequence;
        seenId = props.id;
        return renderToStaticMarkup(createElement(parts.seen, props));
      }
      // It can't be added above, so the page loads again.
      if (name === "reaction" || name === "message-change")
        isLost ||= (data as { conversationId: string }).conversationId === id;
      if (name === "reset") isLost = true;
      if (name === "conversation") isChanged = true;
      return "";
    },
    heartbeat: "<!-- -->",
    enough: "",
    settle: async () => {
      if (isLost) return false;
      if (isChanged) {
        isChanged = false;
        if (!(await getConversation(memberId, id))) return false;
      }
      if (unread) {
        const { sequence } = unread;
        unread = undefined;
        // Reading goes on where nothing can be written.
        await markRead(memberId, id, sequence).catch(logBackgroundError);
      }
      return true;
    },
  };
}

/** HTML without the end of its list, to which more will be added. */
function withoutEnd(html: string): string {
  return html.replace(/<\/ol>$/, "");
}
