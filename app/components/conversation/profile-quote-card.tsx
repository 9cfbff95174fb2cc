// The photo, or the question with its answer, of a profile that a message is about.
import { Photo } from "~/components/member/photo";
import { type QuotedContent, quoteGone } from "~/models/conversation/profile-quote/profile-quote";
import { questionIn } from "~/models/conversation/profile-quote/quoted-question";
import type { Face } from "~/models/public-member";
import { Icon } from "~/ui/icon";

/** Shows the quote above the text of its message; what has been removed since is named. */
export function ProfileQuoteCard({
  quoted: { metadata, quotedPhoto },
  isOwn,
}: {
  quoted: QuotedContent & { quotedPhoto?: Face };
  isOwn: boolean;
}) {
  if (metadata.type === "photo") return <QuotedPhoto face={quotedPhoto} isOwn={isOwn} />;
  return (
    <blockquote className="card share p-3">
      <span className="eyebrow block">{questionIn(metadata)}</span>
      {metadata.answer === null ? (
        <i className="text-soft">{quoteGone.answer}</i>
      ) : (
        <span className="whitespace-pre-line" dir="auto">
          {metadata.answer}
        </span>
      )}
    </blockquote>
  );
}

function QuotedPhoto({ face, isOwn }: { face: Face | undefined; isOwn: boolean }) {
  if (!face)
    return (
      <blockquote className="card share flex items-center p-3">
        <Icon name="camera" className="flex-none" />
        <i className="ml-2 min-w-0 text-soft">{quoteGone.photo}</i>
      </blockquote>
    );
  const alt = isOwn ? "Their photo" : "Your photo";
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
