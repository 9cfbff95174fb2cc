// The button that downloads a member's artists and play counts.
import { ButtonAnchor } from "~/ui/button";

export function MusicFileFooter() {
  return (
    <footer className="cluster mt-6 justify-between border-t border-line pt-4">
      <p>Your artists and play counts are yours to take along.</p>
      <ButtonAnchor href="/profile/music.json">Export JSON</ButtonAnchor>
    </footer>
  );
}
