import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { VideoForm } from "~/components/video-form";
import { submitFlatForm } from "~/forms/flat-form.server";
import { pressInBrowser } from "~/forms/press-button";
import { isFetch } from "~/forms/press-button.server";
import { found, page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { getConversation } from "~/models/conversation.server";
import { type VideoInput, videoInput } from "~/models/message";
import { addVideo } from "~/models/message.server";
import { shareWords } from "~/models/share";

export { afterOwnForm as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Share YouTube Video · Messages · B-Side" }];

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
  const { title } = shareWords.videoTrouble;
  const { urlRequired, urlInvalid } = shareWords;
  const run = async (input: VideoInput) => {
    await addVideo(member.id, id, input);
    await leaveNotice(request, success(shareWords.videoShared));
    return isFetch(request) ? chat : `${chat}#write`;
  };
  return page(() => submitFlatForm(request, videoInput, run, title, [urlRequired, urlInvalid]));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, shareWords.videoTrouble.title, shareWords.videoTrouble.description);
}

export default function ShareVideo() {
  const { shareId, chatId, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Share YouTube Video" closeTo={closeTo}>
      <VideoForm shareId={shareId} chatId={chatId} closeTo={closeTo} />
    </RouteDialog>
  );
}
