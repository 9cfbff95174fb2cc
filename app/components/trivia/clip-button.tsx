// The button that plays the song of a question; without scripts a link that does. Neither says which song it is.
import { useHydrated } from "remix-utils/use-hydrated";
import { usePreview } from "~/components/music/listen-button";
import { Button, ButtonAnchor } from "~/ui/button";

/** What a lock screen shows while it plays. */
const NAMELESS = { artist: "B-Side", title: "Music Trivia" };

export function ClipButton({ url }: { url: string }) {
  if (useHydrated()) return <Clip url={url} />;
  return (
    <ButtonAnchor href={url} icon="play" target="_blank">
      Play the clip
    </ButtonAnchor>
  );
}

function Clip({ url }: { url: string }) {
  const { preview, toggle } = usePreview({ ...NAMELESS, previewUrl: url }, []);
  const isPlaying = preview !== "failed" && preview?.isPlaying;
  return (
    <>
      <Button type="button" icon={isPlaying ? "pause" : "play"} onClick={toggle}>
        {isPlaying ? "Pause the clip" : "Play the clip"}
      </Button>
      <span role="status" className={preview === "failed" ? "ml-3 text-note" : undefined}>
        {preview === "failed" ? "No clip right now. You can answer without it." : null}
      </span>
    </>
  );
}
