// The button that downloads a member's artists and play counts.
import { t } from "~/language/text";
import { ButtonAnchor } from "~/ui/button";

export function MusicFileFooter() {
  return (
    <footer className="cluster mt-6 justify-between border-t border-line pt-4">
      <p>{t("Your artists and play counts are yours to take along.")}</p>
      <ButtonAnchor href="/profile/music.json">{t("Export JSON")}</ButtonAnchor>
    </footer>
  );
}
