// The picture of a match's mixtape card, with ways to save and send it.
import { useEffect, useState } from "react";
import { MIXTAPE_SIZE } from "~/models/match/mixtape-size";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";

/** Send opens the browser's own choice of apps, where it can pass them a picture. */
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
    // Closing the choice of apps rejects.
    await navigator.share({ files }).catch(() => undefined);
  }

  return (
    <>
      <img
        src={address}
        {...MIXTAPE_SIZE}
        className="h-auto w-full rounded border"
        alt={`A card for you and ${name}${score ? `, a ${score}% match` : ""}${artists.length ? `, with ${artists.join(", ")}` : ""}`}
      />
      <div className="cluster mt-4">
        <ButtonAnchor href={`${address}?save`} variant="primary" icon="down">
          Save Picture
        </ButtonAnchor>
        {canSend ? (
          <Button type="button" icon="send" onClick={send}>
            Send
          </Button>
        ) : null}
        <ButtonLink to={`/members/${memberId}`} icon="back">
          {`${name}'s page`}
        </ButtonLink>
      </div>
    </>
  );
}

function useCanSend(): boolean {
  const [canSend, setCanSend] = useState(false);
  useEffect(() => {
    if (typeof navigator.canShare !== "function") return;
    setCanSend(navigator.canShare({ files: [new File([], "b-side-mixtape.png", { type: "image/png" })] }));
  }, []);
  return canSend;
}
