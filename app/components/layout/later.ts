// Fetched by every page once it is loaded, in one file.
export { startLivePage } from "~/browser/live-page";
export { LiveMatch } from "~/components/match/live-match";
export { PendingDialog } from "~/ui/dialog/pending-dialog";
export { ScreenPlaceholders } from "./screen-placeholders";
