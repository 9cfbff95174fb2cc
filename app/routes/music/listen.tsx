import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { returnPath } from "~/auth/return-path";
import { COMMUNITY_NAME, titled } from "~/community";
import { NativePlayer } from "~/components/music/listen-button";
import { ServiceForm } from "~/components/music/service-form";
import { ServiceLinks } from "~/components/music/service-links";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { listenPath, nameListenable } from "~/models/music/listen";
import { saveListening } from "~/models/music/listen.server";
import { listenableInput, listeningInput } from "~/models/music/listen-schema";
import { listenSavedMessage } from "~/models/music/listen-services";
import { previewOf } from "~/models/preview.server";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("Listen to {song}", { song: nameListenable(data.song) })) : COMMUNITY_NAME },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { listenService } = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { preview, ...song } = orNotFound(listenableInput.safeParse(query).data);
  // The key proves that this server has shown the song.
  const { previewUrl } = preview ? previewOf(song) : {};
  return {
    song,
    own: listenService,
    previewUrl: previewUrl?.startsWith(`/previews/${preview}?`) ? previewUrl : undefined,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: returnPath(request, SETTINGS_PATH) }, async (member, form) => {
    const { service } = await saveListening(member.id, parseInput(listeningInput, Object.fromEntries(form)));
    return { flash: listenSavedMessage(service) };
  });
}

export default function ListenPage() {
  const { song, own, previewUrl } = useLoaderData<typeof loader>();
  const { artist, title } = song;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={<bdi>{title || artist}</bdi>} text={title && artist ? <bdi>{artist}</bdi> : null} />
      <div className="stack">
        {previewUrl ? <NativePlayer url={previewUrl} name={nameListenable(song)} /> : null}
        <div>
          <ServiceLinks song={song} own={own} />
        </div>
        {own === null ? (
          <Card title={t("Where do you listen?")}>
            <ServiceForm own={own} from={listenPath(song, previewUrl)} />
          </Card>
        ) : null}
      </div>
    </div>
  );
}
