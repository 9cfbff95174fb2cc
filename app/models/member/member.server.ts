// Who asks for a page: a signed-in member, or nobody, to whom nothing is here.
import { memberIdField } from "~/models/fields";
import type { Member } from "~/models/member.server";
import { refusalIn, SIGNED_OUT } from "~/models/refusal";
import { noteCause, privately, retryHeaders, statusOf } from "./refusal.server";
import { getVisit } from "./session.server";

/** The signed-in member of a page request. Throws the not-found screen's 404 for a visitor. */
export async function requireMember(request: Request): Promise<Member> {
  const visit = await getVisit(request);
  if (!visit) throw notFound(SIGNED_OUT);
  return visit.member;
}

/** What a reader found; throws the not-found screen's 404 where it found nothing. */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound();
  return thing;
}

/** The member's id that stands in an address; throws the not-found screen's 404 where there is none. */
export function memberIdOf(text: string | undefined): number {
  return found(memberIdField.safeParse(text).data);
}

/** Runs what a page reads; an operation's refusal becomes the error screen with its status and sentence. */
export async function page<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    noteCause(refusal);
    throw new Response(refusal.message, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
}

/** A page shows this as the not-found screen; the words are for addresses that are no pages, and for scripts. */
function notFound(says = "There is nothing here.") {
  return new Response(says, { status: 404, headers: privately });
}
