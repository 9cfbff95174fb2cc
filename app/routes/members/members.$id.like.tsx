import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { returnPath } from "~/auth/return-path";
import { titled } from "~/community";
import { describeNote, type Note, type NoteAnswer, NoteForm } from "~/components/member/note-form";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { otherParticipant } from "~/models/conversation/conversation";
import { noteMessages, type Quote } from "~/models/conversation/profile-quote/profile-quote";
import { readShownAnswer, readShownShow } from "~/models/conversation/profile-quote/profile-quote.server";
import { noteForm, quoteQuery } from "~/models/conversation/profile-quote/profile-quote-schema";
import { questionIn } from "~/models/conversation/profile-quote/quoted-question";
import { UNAVAILABLE } from "~/models/conversation/request.server";
import { newMatchPath } from "~/models/match/decision";
import { canSendNote, likeWithNote } from "~/models/match/like-with-note.server";
import { getMemberPage } from "~/models/match/member-card.server";
import { getShownPhotos } from "~/models/picture/photos.server";
import { quoteShow } from "~/models/show/show";
import { PageHeader } from "~/ui/page-header";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(data ? describeNote(data).title : t("Like", { as: "button" })) },
];

export async function loader({ request, params }: LoaderFunctionArgs): Promise<Note> {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const quote = orNotFound(quoteQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data);
  const { card, isConnected } = orNotFound(await getMemberPage(viewer, id));
  return {
    id: randomUUID(),
    firstName: card.firstName,
    quote: await readShown(viewer.id, id, quote),
    isConnected,
    canSendNote: await canSendNote(viewer.id, id),
    closeTo: returnPath(request, `/members/${id}`),
  };
}

async function readShown(viewerId: number, id: number, quote: Quote): Promise<Note["quote"]> {
  if (quote.type === "photo") {
    const photo = (await getShownPhotos(viewerId, id)).find((each) => each.id === quote.photoId);
    return { ...quote, face: photo ? { url: photo.photoUrl, focus: photo.photoFocus } : null };
  }
  if (quote.type === "show") {
    const show = await readShownShow(viewerId, id, quote.showId);
    return { ...quote, show: show && quoteShow(show) };
  }
  return { ...quote, asked: questionIn(quote), answer: await readShownAnswer(viewerId, id, quote) };
}

/**
 * Sends the note; without scripts it returns to the page that it was opened from. A new match opens the page that celebrates
 * it.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const targetUserId = memberIdParam(params.id);
  const page = returnPath(request, `/members/${targetUserId}`);
  return submitForm(request, { schema: noteForm, page }, async (member, input) => {
    const sending = likeWithNote(member.id, { ...input, targetUserId });
    const { isNewMatch, conversation, message } = await unlessGone(UNAVAILABLE, sending);
    if (isNewMatch) return { to: newMatchPath(targetUserId, page) };
    const { firstName } = otherParticipant(conversation, member.id);
    const flash = message ? noteMessages.sent(firstName) : noteMessages.reopened(firstName);
    return { flash, data: { isSent: true } };
  });
}

export default function LikeWithNote() {
  const note = useLoaderData<typeof loader>();
  const answer = useActionData<NoteAnswer>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { title, text } = describeNote(note);
  const isSent = answer?.isSent === true;

  useEffect(() => {
    if (isSent) navigate(note.closeTo, { replace: true });
  }, [isSent, navigate, note.closeTo]);

  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={title} text={text} />
      <NoteForm note={note} to={`${pathname}${search}`} answer={answer} />
    </div>
  );
}
