// Turning away from somebody for good.
import type { NoticeWords } from "./notice";

/** What is said when somebody was blocked. */
export function blockWords(firstName: string): NoticeWords {
  return { title: "Blocked", description: `You and ${firstName} no longer see each other.` };
}
