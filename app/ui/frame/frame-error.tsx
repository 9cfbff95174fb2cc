// The error page of a refreshing frame: a sentence and a link, while it keeps refreshing.
import { t } from "~/language/text";
import { FrameDocument, type FrameLook } from "./frame-document";

/** The whole page in the frame. `address` is the URL of the page that failed. */
export function FrameErrorPage({
  address,
  theme,
  stylesUrl,
}: FrameLook & {
  address: string;
}) {
  return (
    <FrameDocument title={t("Something went wrong")} theme={theme} stylesUrl={stylesUrl}>
      <main className="p-3">
        <h1 className="sr-only">{t("Something went wrong")}</h1>
        <p role="status">
          {t("This part couldn't be loaded.")}{" "}
          <a href={address} className="link">
            {t("Try again")}
          </a>
        </p>
      </main>
    </FrameDocument>
  );
}
