// A dialog whose data is still loading, fetched by pending-screen.tsx.
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { useIsLasting } from "~/browser/navigation";
import { dialogTitle, pendingDialog } from "./dialog-link";
import { loadDialog, useDialog } from "./load-dialog";

/** A dialog that loads faster appears directly. */
const DELAY_MS = 20;

/** Shows the title and the close button of a dialog above this screen until it has loaded; closing stays on the screen. */
export function PendingDialog() {
  const { state, location, formData } = useNavigation();
  const { state: here } = useLocation();
  const navigate = useNavigate();
  const pending = pendingDialog(here);
  const title = state === "loading" && !formData ? dialogTitle(location.state) : undefined;
  const isShown = useIsLasting(title, DELAY_MS);
  // Fetched once the page is loaded, so that it shows at once, and without a connection, too.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  // Forward or a reload has opened the address of a pending dialog.
  useEffect(() => {
    if (!pending || state !== "idle") return;
    navigate(pending, { replace: true, preventScrollReset: true, state: { dialog: dialogTitle(here) } });
  }, [pending, state, here, navigate]);
  return title && isShown ? <Pending title={title} to={location?.pathname ?? ""} /> : null;
}

function Pending({ title, to }: { title: string; to: string }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const Dialog = useDialog(to);
  if (!Dialog) return null;

  function close() {
    if (pendingDialog(state)) navigate(-1);
    else navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  return <Dialog title={title} isPending onClose={close} />;
}
