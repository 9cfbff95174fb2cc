// The frame of a dialog whose data are still loading, fetched by pending-screen.tsx.
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useIsLasting } from "~/browser/navigation";
import { Dialog } from "./dialog";

/** A dialog that is there sooner shows itself. */
const DELAY_MS = 50;

/** The dialogs above their screens; those that are not listed appear with their data. */
const TITLES: [path: RegExp, title: string][] = [
  [/^\/records\/new$/, "Add Record"],
  [/^\/records\/import$/, "Import CSV"],
  [/^\/records\/[^/]+\/edit$/, "Edit Record"],
  [/^\/playlists\/new$/, "Create Playlist"],
  [/^\/playlists\/[^/]+\/add$/, "Add Song"],
  [/^\/playlists\/[^/]+\/edit$/, "Edit Playlist"],
  [/^\/messages\/[^/]+\/share$/, "Share Music"],
  [/^\/messages\/[^/]+\/video$/, "Share YouTube Video"],
  [/^\/trivia\/new$/, "Challenge Someone to Trivia!"],
  [/^\/profile\/photo$/, "Change profile photo"],
  [/^\/profile\/cover$/, "Change cover photo"],
];

/** Shows the title and the close button of a dialog above this screen until it has loaded; closing stays on the screen. */
export function PendingDialog() {
  const { pathname, search, hash } = useLocation();
  const { state, location, formData } = useNavigation();
  const navigate = useNavigate();
  const to = state === "loading" && !formData ? location.pathname : "";
  const title = to.startsWith(`${pathname}/`) ? TITLES.find(([path]) => path.test(to))?.[1] : undefined;
  const isShown = useIsLasting(title, DELAY_MS);
  if (!title || !isShown) return null;
  return (
    <Dialog
      title={title}
      isPending
      onClose={() => navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true })}
    >
      <p role="status" className="dialog-placeholder">
        Loading...
      </p>
    </Dialog>
  );
}
