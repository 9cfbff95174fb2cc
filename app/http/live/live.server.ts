// GET /api/live: the live stream of the signed-in member.
import type { RequestHandler } from "express";
import { getCurrentSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { logBackgroundError, sendError } from "~/http/express-errors.server";
import { t } from "~/language/text";
import { decodeCursor } from "~/live/cursor.server";
import { openStream } from "~/live/streams.server";
import { describeClosedAccount } from "~/models/account/leaving/closed-account.server";
import { listActiveSessionIds } from "~/models/account/sign-in/session.server";
import { listTyping } from "~/models/conversation/typing.server";
import { signedOutRefusal } from "~/refusal";
import { listEvents } from "./live-events.server";

/** Opens the stream. It is not a Remix route, because only the connection itself shows when its reader is gone. */
export const answerLive: RequestHandler = async (req, res, next) => {
  try {
    const cookie = req.headers.cookie ?? "";
    const session = await getCurrentSession(
      new Request(new URL("/api/live", env.origin), { headers: { cookie } }),
    );
    if (!session) return sendError(req, res, 401, signedOutRefusal().message);
    const closed = describeClosedAccount(req.path, session.member);
    if (closed) return sendError(req, res, 403, t(closed));
    if (req.method !== "GET") return sendError(req, res.set("Allow", "GET"), 405, t("Use GET here."));
    const { after } = req.query;
    const listener = { memberId: session.member.id, sessionId: session.sessionId };
    const given = req.get("Last-Event-ID") || (typeof after === "string" ? after : undefined);
    const cursor = decodeCursor(listener.memberId, given);
    await openStream(res, listener, cursor, {
      listEvents,
      listActiveSessionIds,
      listTyping,
      onError: logBackgroundError,
    });
  } catch (error) {
    next(error);
  }
};
