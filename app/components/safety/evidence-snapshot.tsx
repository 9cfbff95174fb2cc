// A report's evidence as plain text, with nothing to click.
import type { EvidenceMessage } from "db/column-types";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { MESSAGE_DELETED } from "~/models/conversation/message";
import { formatQuotedShow, type StoredQuote } from "~/models/conversation/profile-quote/profile-quote";
import { questionIn } from "~/models/conversation/profile-quote/quoted-question";
import { reactionNames } from "~/models/conversation/reaction";
import { isUploadId, SQUARE_SIZES } from "~/models/picture-url";
import {
  type CaseReport,
  caseReportPath,
  type EvidencePart,
  joinValues,
  type KeptPicture,
  MODERATION_PATH,
} from "~/models/safety/case/case";
import { ButtonLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

const [, SHOWN_SIZE] = SQUARE_SIZES;

type Names = { reporter: string; reported: string };

/** Shows a report's evidence with a page of its messages. `names` are the reporter's and the reported member's. */
export function EvidenceView({
  caseId,
  report,
  evidence: [profile, ...parts],
  names,
}: {
  caseId: string;
  report: CaseReport;
  evidence: EvidencePart[];
  names: Names;
}) {
  const { messages, messageCount } = report;
  return (
    <div className="stack mt-4">
      {profile ? <EvidenceItems {...profile} /> : null}
      {messages.length ? (
        <Part title={t("{count, plural, one {1 message} other {# messages}}", { count: messageCount })}>
          <ol className="divided">
            {messages.map((message) => (
              <MessageItem key={message.id} {...{ message, report, names }} />
            ))}
          </ol>
          <MessagePages caseId={caseId} report={report} />
        </Part>
      ) : null}
      {parts.map((part) => (
        <EvidenceItems key={part.title} {...part} />
      ))}
    </div>
  );
}

function EvidenceItems({ title, items }: EvidencePart) {
  return (
    <Part title={title}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes
        <EvidenceItem key={index} item={item} />
      ))}
    </Part>
  );
}

function EvidenceItem({ item }: { item: EvidencePart["items"][number] }) {
  if ("pictures" in item)
    return (
      <div className="cluster">
        {item.pictures.map((picture) => (
          <span key={picture.alt}>
            <EvidencePicture {...picture} />
            {picture.isReported ? <Badge tone="red">{t("Reported")}</Badge> : null}
          </span>
        ))}
      </div>
    );
  if ("list" in item)
    return (
      <ol className="pl-6">
        {item.list.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes
          <li key={index} className="whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ol>
    );
  if ("soft" in item) return <p className="text-soft">{item.soft}</p>;
  if ("strong" in item) return <p className="font-semibold">{item.strong}</p>;
  return <p className="whitespace-pre-wrap">{item.text}</p>;
}

function MessagePages({ caseId, report: { id, page, pageCount } }: { caseId: string; report: CaseReport }) {
  if (pageCount < 2) return null;
  return (
    <nav className="cluster mt-3" aria-label={t("Messages")}>
      {page > 1 ? (
        <ButtonLink to={caseReportPath(caseId, id, page - 1)}>{t("Earlier messages")}</ButtonLink>
      ) : null}
      <span>{t("Page {page} of {count}", { page, count: pageCount })}</span>
      {page < pageCount ? (
        <ButtonLink to={caseReportPath(caseId, id, page + 1)}>{t("Later messages")}</ButtonLink>
      ) : null}
    </nav>
  );
}

/** A message with its quote, its earlier texts, its file and its reactions. */
function MessageItem({
  message,
  report: { quotes, attachments },
  names,
}: {
  message: CaseReport["messages"][number];
  report: CaseReport;
  names: Names;
}) {
  return (
    <li className="py-2">
      <p className="cluster text-sm text-soft">
        <span>{message.isByReporter ? names.reporter : names.reported}</span>
        <span>
          <DateTime at={new Date(message.createdAt).toISOString()} as="date" />,{" "}
          <DateTime at={new Date(message.createdAt).toISOString()} as="clock" />
        </span>
        {message.isReported ? <Badge tone="red">{t("Reported")}</Badge> : null}
      </p>
      <QuotedMessage quote={quotes.find(({ id }) => id === message.quotedId)} names={names} />
      {message.earlier?.map(({ content, metadata, replacedAt }) => (
        <p key={replacedAt} className="whitespace-pre-wrap">
          <span className="text-soft">
            <Trans
              text="Before {time}:"
              values={{ time: <DateTime at={new Date(replacedAt).toISOString()} as="clock" /> }}
            />{" "}
          </span>
          {content}
          {metadata ? <span className="text-soft"> {joinValues(metadata)}</span> : null}
        </p>
      ))}
      <p className="whitespace-pre-wrap">
        {message.content || (message.metadata ? null : <i>{t(MESSAGE_DELETED)}</i>)}
      </p>
      <Shared messageType={message.messageType} metadata={message.metadata} />
      {attachments.includes(message.id) ? <ReportedFile id={message.id} kinds={kindsOf(message)} /> : null}
      {message.reactions?.map(({ isByReporter, reaction }) => (
        <p key={String(isByReporter)} className="text-sm text-soft">
          {t("{name} reacted: {reaction}", {
            name: isByReporter ? names.reporter : names.reported,
            reaction: t(reactionNames[reaction]),
          })}
        </p>
      ))}
    </li>
  );
}

/** The message that another replies to, if it is among the evidence. */
function QuotedMessage({ quote, names }: { quote: CaseReport["quotes"][number] | undefined; names: Names }) {
  if (!quote) return null;
  return (
    <p className="whitespace-pre-wrap text-soft">
      {t("Replies to {name}:", { name: quote.isByReporter ? names.reporter : names.reported })}{" "}
      {quote.content || <i>{t(MESSAGE_DELETED)}</i>}
    </p>
  );
}

/** A message's share, or its quote from the recipient's profile. */
function Shared({ messageType, metadata }: Pick<EvidenceMessage, "messageType" | "metadata">) {
  if (!metadata) return null;
  if (messageType !== "profile_quote") return <p className="text-soft">{joinValues(metadata)}</p>;
  const quoted = metadata as StoredQuote;
  if (quoted.type === "show")
    return <p className="text-soft">{t("About a show: {show}", { show: formatQuotedShow(quoted) })}</p>;
  if (quoted.type !== "photo")
    return (
      <p className="whitespace-pre-wrap text-soft">
        {t("About the answer to “{question}”: {answer}", {
          question: questionIn(quoted),
          answer: quoted.answer ?? "",
        })}
      </p>
    );
  return (
    <div className="text-soft">
      <p>{t("About this photo:")}</p>
      {isUploadId(quoted.photoId) ? (
        <EvidencePicture id={quoted.photoId} alt={t("Quoted photo")} />
      ) : (
        <p>{quoted.photoId}</p>
      )}
    </div>
  );
}

/** A picture that only moderators can load, or a demo member's portrait: uncropped, whatever its shape. */
export function EvidencePicture({ id, portraitUrl, alt, size = "size-40" }: KeptPicture & { size?: string }) {
  const address = id ? `${MODERATION_PATH}/pictures/${id}-${SHOWN_SIZE}.webp` : (portraitUrl ?? undefined);
  return (
    <img
      className={`border border-line bg-inset object-contain ${size}`}
      src={address}
      alt={alt}
      loading="lazy"
    />
  );
}

/** What a message is or was: its kinds, now and earlier. */
function kindsOf({ metadata, earlier = [] }: EvidenceMessage): unknown[] {
  return [metadata, ...earlier.map((before) => before.metadata)].map((each) => each?.type);
}

/** A photo or a voice note from a conversation, which isn't loaded before it is opened. */
function ReportedFile({ id, kinds }: { id: string; kinds: unknown[] }) {
  const url = `${MODERATION_PATH}/attachments/${id}`;
  if (kinds.includes("voice"))
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has the words of what somebody says
      <audio
        controls
        preload="none"
        src={url}
        title={t("As it was sent")}
        className="h-11 w-full max-w-[360px]"
      />
    );
  return kinds.includes("photo") ? <ReportedPhoto id={id} /> : null;
}

/** A photo from a conversation, which isn't loaded before it is opened. `id` is its message's. */
export function ReportedPhoto({ id }: { id: string }) {
  return (
    <details>
      <summary className="py-3 font-semibold">{t("Show photo")}</summary>
      <img src={`${MODERATION_PATH}/attachments/${id}`} alt={t("As it was sent")} loading="lazy" />
    </details>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
