import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { COMMUNITY_NAME, titled } from "~/community";
import { memberIdParam, orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { getMixtape } from "~/models/match/mixtape.server";
import { MIXTAPE_SIZE } from "~/models/match/mixtape-size";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? titled(t("Your Mixtape with {name}", { name: data.name })) : COMMUNITY_NAME },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const id = memberIdParam(params.id);
  const { names, artists, score } = orNotFound(await getMixtape(viewer, id));
  return { memberId: String(id), name: names[1], artists, score };
}

export default function MixtapePage() {
  const mixtape = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Your Mixtape")}
        text={t("With {name}. Save it, or send it.", { name: mixtape.name })}
      />
      <MixtapeCard {...mixtape} />
    </div>
  );
}

/** Send opens the browser's share sheet, if it can share pictures. */
function MixtapeCard({
  memberId,
  name,
  artists,
  score,
}: {
  memberId: string;
  name: string;
  artists: string[];
  score: number;
}) {
  const address = `/members/${memberId}/mixtape.png`;
  const canSend = useCanSend();

  async function send() {
    const picture = await (await fetch(address)).blob();
    const files = [new File([picture], "b-side-mixtape.png", { type: "image/png" })];
    // Closing the share sheet rejects.
    await navigator.share({ files }).catch(() => undefined);
  }

  return (
    <>
      <img
        src={address}
        {...MIXTAPE_SIZE}
        className="h-auto w-full rounded border"
        alt={describeCard({ name, score, artists: artists.join(", ") })}
      />
      <div className="cluster mt-4">
        <ButtonAnchor href={`${address}?save`} variant="primary" icon="down">
          {t("Save Picture")}
        </ButtonAnchor>
        {canSend ? (
          <Button type="button" icon="send" onClick={send}>
            {t("Send")}
          </Button>
        ) : null}
        <ButtonLink to={`/members/${memberId}`} icon="back">
          {t("{name}'s page", { name })}
        </ButtonLink>
      </div>
    </>
  );
}

function describeCard({ name, score, artists }: { name: string; score: number | null; artists: string }) {
  if (!score)
    return artists
      ? t("A card for you and {name}, with {artists}", { name, artists })
      : t("A card for you and {name}", { name });
  return artists
    ? t("A card for you and {name}, a {score}% match, with {artists}", { name, score, artists })
    : t("A card for you and {name}, a {score}% match", { name, score });
}

function useCanSend(): boolean {
  const [canSend, setCanSend] = useState(false);
  useEffect(() => {
    if (typeof navigator.canShare !== "function") return;
    setCanSend(navigator.canShare({ files: [new File([], "b-side-mixtape.png", { type: "image/png" })] }));
  }, []);
  return canSend;
}
