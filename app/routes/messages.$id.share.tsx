import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { makeId } from "~/components/client-id";
import { RouteDialog } from "~/components/route-dialog";
import { type RefusedShare, ShareForm } from "~/components/share-form";
import { announce } from "~/components/toaster";
import { submitFlatForm } from "~/forms/flat-form.server";
import { pressInBrowser } from "~/forms/press-button";
import { isFetch } from "~/forms/press-button.server";
import { found, page, requireMember } from "~/http/member.server";
import { getConversation } from "~/models/conversation.server";
import { shareInput } from "~/models/message";
import { addMessage } from "~/models/message.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Share Music · Messages · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const talk = found(await getConversation(member.id, params.id ?? ""));
  return { shareId: randomUUID(), chatId: talk.id, closeTo: `/messages/${talk.id}` };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const id = params.id ?? "";
  // Without scripts the fragment puts the focus into the composer.
  const chat = `/messages/${encodeURIComponent(id)}`;
  return page(() =>
    submitFlatForm(request, shareInput, async (input) => {
      await addMessage(member.id, id, input);
      return isFetch(request) ? chat : `${chat}#write`;
    }),
  );
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent);
}

export default function ShareMusic() {
  const { shareId, chatId, closeTo } = useLoaderData<typeof loader>();
  const sharer = useFetcher<RefusedShare>({ key: `share-${chatId}` });
  const [before] = useState(sharer.data);
  const fetched = sharer.data === before ? undefined : sharer.data;
  const served = useActionData<RefusedShare>();
  const [id, setId] = useState<string>(shareId);
  const isIdle = sharer.state === "idle";
  const isUnanswered = fetched && !fetched.fieldErrors;

  // Each share is another, also where this screen was never left; but sent again after no answer it is the same.
  useEffect(() => {
    if (isIdle && !isUnanswered) setId(makeId());
  }, [isIdle, isUnanswered]);

  useEffect(() => {
    if (fetched?.notice) announce(fetched.notice);
  }, [fetched]);

  return (
    <RouteDialog title="Share Music" closeTo={closeTo} isHidden={!isIdle}>
      <ShareForm id={id} sharer={sharer} answer={fetched ?? served} closeTo={closeTo} />
    </RouteDialog>
  );
}
