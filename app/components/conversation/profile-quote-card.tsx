// The photo, the question with its answer, or the show that a message is about.
import { Photo } from "~/components/member/photo";
import { t } from "~/language/text";
import { type QuotedContent, quoteGone } from "~/models/conversation/profile-quote/profile-quote";
import { questionIn } from "~/models/conversation/profile-quote/quoted-question";
import type { Face } from "~/models/public-member";
import { showPath } from "~/models/show/show-path";
import { Icon } from "~/ui/icon";

/** Shows the quote above the text of its message; says so if its subject has been removed since. */
export function ProfileQuoteCard({
  quoted: { metadata, quotedPhoto },
  isOwn,
}: {
  quoted: QuotedContent & { quotedPhoto?: Face };
  isOwn: boolean;
}) {
  if (metadata.type === "photo") return <QuotedPhoto face={quotedPhoto} isOwn={isOwn} />;
  if (metadata.type === "show") return <QuotedShow {...metadata} />;
  return (
    <blockquote className="card share p-3">
      <span className="eyebrow block">{questionIn(metadata)}</span>
      {metadata.answer === null ? (
        <i className="text-soft">{t(quoteGone.answer)}</i>
      ) : (
        <span className="whitespace-pre-line" dir="auto">
          {metadata.answer}
        </span>
      )}
    </blockquote>
  );
}

function QuotedShow({ showId, show }: { showId: string | null; show: string | null }) {
  return (
    <blockquote className="card share p-3">
      <span className="eyebrow block">{t("Together?")}</span>
      {show === null ? (
        <i className="text-soft">{t(quoteGone.show)}</i>
      ) : showId === null ? (
        <span dir="auto">{show}</span>
      ) : (
        // A frame without scripts has no router.
        <a href={showPath(showId)} target="_top" className="link" dir="auto">
          {show}
        </a>
      )}
    </blockquote>
  );
}

function QuotedPhoto({ face, isOwn }: { face: Face | undefined; isOwn: boolean }) {
  if (!face)
    return (
      <blockquote className="card share flex items-center p-3">
        <Icon name="camera" className="flex-none" />
        <i className="ml-2 min-w-0 text-soft">{t(quoteGone.photo)}</i>
      </blockquote>
    );
  const alt = isOwn ? t("Their photo") : t("Your photo");
  return (
    <blockquote className="square card mb-2" style={{ width: 140 }}>
      <Photo
        face={face}
        sizes="140px"
        alt={alt}
        width={320}
        height={320}
        loading="lazy"
        className="rounded"
      />
    </blockquote>
  );
}
