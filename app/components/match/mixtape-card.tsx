// The picture of a match's mixtape card, with ways to save and send it.
import { useEffect, useState } from "react";
import { t } from "~/language/text";
import { MIXTAPE_SIZE } from "~/models/match/mixtape-size";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";

/** Send opens the browser's share sheet, if it can share pictures. */
export function MixtapeCard({
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
