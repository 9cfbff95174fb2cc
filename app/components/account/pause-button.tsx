// Pausing the account and resuming it, in the settings.
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { PAUSE_PATH } from "~/models/account/leaving/pause";
import { PostButton } from "~/ui/form";

export function PauseButton({ isPaused }: { isPaused: boolean }) {
  const state = useFocusOnChange<HTMLParagraphElement>(isPaused);
  return (
    <div>
      <p ref={state} tabIndex={-1} className="mb-3">
        {isPaused
          ? t("Your account is paused.")
          : t("Pausing takes you out of Discover for a while. You keep your matches and conversations.")}
      </p>
      {/* A new button each time: one that kept the focus would undo the change if pressed again. */}
      <PostButton to={PAUSE_PATH} key={String(isPaused)} name="paused" value={String(!isPaused)}>
        {isPaused ? t("Resume") : t("Pause Account")}
      </PostButton>
    </div>
  );
}
