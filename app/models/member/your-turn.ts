// What waits for a member on the home screen, as it is shown.
import type { Face } from "~/models/public-member";

/** A line of the list "Your turn": who waits, for what, and where to answer. */
export type Turn = {
  icon: "matches" | "trivia" | "messages";
  face: Face;
  name: string;
  text: string;
  to: string;
};
