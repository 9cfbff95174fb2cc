// The note of an invitation, for the person invited.

import { t } from "~/language/text";

/** Plain text, without links; renders nothing without a note. */
export function InvitationWord({ word }: { word: string | null }) {
  if (!word) return null;
  return (
    <figure className="mb-6">
      <blockquote className="break-words text-xl" dir="auto">
        {t("“{title}”", { title: word })}
      </blockquote>
      <figcaption className="eyebrow">{t("From the person who invited you")}</figcaption>
    </figure>
  );
}
