// The frame of a dialog whose data are still loading, fetched by pending-screen.tsx.
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { useIsLasting } from "~/browser/navigation";
import { dialogTitle, framedDialog } from "./dialog-link";
import { loadDialog, useDialog } from "./load-dialog";

/** A dialog that is there sooner shows itself. */
const DELAY_MS = 20;

/** Shows the title and the close button of a dialog above this screen until it has loaded; closing stays on the screen. */
export function PendingDialog() {
  const { state, location, formData } = useNavigation();
  const { state: here } = useLocation();
  const navigate = useNavigate();
  const frameOf = framedDialog(here);
  const title = state === "loading" && !formData ? dialogTitle(location.state) : undefined;
  const isShown = useIsLasting(title, DELAY_MS);
  // Once the page is there, so that a frame shows at once, and without a connection too.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  // Forward or a reload has opened the place of a frame.
  useEffect(() => {
    if (!frameOf || state !== "idle") return;
    navigate(frameOf, { replace: true, preventScrollReset: true, state: { dialog: dialogTitle(here) } });
  }, [frameOf, state, here, navigate]);
  return title && isShown ? <Frame title={title} to={location?.pathname ?? ""} /> : null;
}

function Frame({ title, to }: { title: string; to: string }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const Dialog = useDialog(to);
  if (!Dialog) return null;

  function close() {
    if (framedDialog(state)) navigate(-1);
    else navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  return <Dialog title={title} isPending onClose={close} />;
}
