// What is new for a member on the home screen, as it is shown.
import type { SleeveWords } from "~/models/music/sleeve-url";
import type { Face } from "~/models/public-member";

/** A line of the section "This week on your side": a face or a sleeve, what it is about, what happened, and where it is. */
export type WeekLine = {
  picture: Face | (SleeveWords & { url: string | null });
  title: string;
  text: string;
  to: string;
};
