// The frame of a dialog whose data are still loading, fetched by pending-screen.tsx.
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useIsLasting } from "~/browser/navigation";
import { Dialog } from "./dialog";
import { dialogTitle } from "./dialog-link";

/** A dialog that is there sooner shows itself. */
const DELAY_MS = 50;

/** Shows the title and the close button of a dialog above this screen until it has loaded; closing stays on the screen. */
export function PendingDialog() {
  const { pathname, search, hash } = useLocation();
  const { state, location, formData } = useNavigation();
  const navigate = useNavigate();
  const title = state === "loading" && !formData ? dialogTitle(location.state) : undefined;
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
