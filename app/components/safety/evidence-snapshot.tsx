// A report's evidence as plain text, with nothing to click.
import type { EvidenceMessage, EvidenceSnapshot, StoredPhoto } from "db/column-types";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { MESSAGE_DELETED } from "~/models/conversation/message";
import type { StoredQuote } from "~/models/conversation/profile-quote/profile-quote";
import { reactionNames } from "~/models/conversation/reaction";
import { promptTexts } from "~/models/member/prompt";
import { hasFirstPhoto, photoKey } from "~/models/picture/photos";
import { isUploadId, SQUARE_SIZES } from "~/models/picture-url";
import { type CaseReport, casePath, MODERATION_PATH } from "~/models/safety/case/case";

const [, SHOWN_SIZE] = SQUARE_SIZES;

type Names = { reporter: string; reported: string };

/** Shows a report's snapshot and a page of its messages. `names` are the reporter's and the reported member's. */
export function EvidenceView({
  caseId,
  report,
  snapshot,
  names,
}: {
  caseId: string;
  report: CaseReport;
  snapshot: EvidenceSnapshot;
  names: Names;
}) {
  const { messages, messageCount } = report;
  const { playlist, recordNotes, records = [] } = snapshot;
  return (
    <div className="stack mt-4">
      <Profile snapshot={snapshot} />
      {messages.length ? (
        <Part title={messageCount === 1 ? "1 message" : `${messageCount} messages`}>
          <ol className="divided">
            {messages.map((message) => (
              <MessageItem key={message.id} {...{ message, report, names }} />
            ))}
          </ol>
          <MessagePages caseId={caseId} report={report} />
        </Part>
      ) : null}
      {playlist ? <Playlist playlist={playlist} /> : null}
      {records.length ? (
        <Part title="Records on their page">
          <p className="text-soft">
            {records.map(({ artist, album }) => `${album} by ${artist}`).join(" · ")}
          </p>
        </Part>
      ) : null}
      {recordNotes.length ? (
        <Part title="Record notes">
          <ul className="divided">
            {recordNotes.map(({ recordId, artist, album, text }) => (
              <li key={recordId} className="py-2">
                <p className="text-soft">
                  {artist} · {album}
                </p>
                <p className="whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </div>
  );
}

function MessagePages({ caseId, report: { id, page, pageCount } }: { caseId: string; report: CaseReport }) {
  if (pageCount < 2) return null;
  return (
    <nav className="cluster mt-3" aria-label="Messages">
      {page > 1 ? <ButtonLink to={casePath(caseId, id, page - 1)}>Earlier messages</ButtonLink> : null}
      <span>
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? <ButtonLink to={casePath(caseId, id, page + 1)}>Later messages</ButtonLink> : null}
    </nav>
  );
}

function Profile({ snapshot }: { snapshot: EvidenceSnapshot }) {
  const { profile, artists, genres } = snapshot;
  return (
    <Part title="Profile">
      <p>
        {profile.firstName} {profile.lastName}
        {profile.age === null ? "" : `, ${profile.age}`}
        {profile.genderWords ? ` · ${profile.genderWords}` : ""}
        {profile.placeName ? ` · ${profile.placeName}` : ""}
      </p>
      <p className="whitespace-pre-wrap">{profile.bio || "No bio."}</p>
      {profile.prompts?.map(({ prompt, answer }) => (
        <p key={prompt} className="whitespace-pre-wrap">
          {promptTexts[prompt]}: {answer}
        </p>
      ))}
      {profile.anthem ? <p>Anthem: {toText(profile.anthem)}</p> : null}
      <Pictures snapshot={snapshot} />
      {artists.length || genres.length ? (
        <p className="text-soft">{[...artists, ...genres].join(" · ")}</p>
      ) : null}
    </Part>
  );
}

function Playlist({ playlist }: { playlist: NonNullable<EvidenceSnapshot["playlist"]> }) {
  return (
    <Part title="Playlist">
      <p className="font-semibold">{playlist.name}</p>
      <p className="whitespace-pre-wrap">{playlist.description}</p>
      {playlist.pictureId ? <EvidencePicture id={playlist.pictureId} alt="Playlist cover" /> : null}
      <ol className="pl-6">
        {playlist.songs.map(({ artist, title, album, isByOwner = true }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes
          <li key={index}>
            {[artist, title, album].filter(Boolean).join(" · ")}
            {isByOwner ? null : <span className="text-soft"> (added by someone else)</span>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The profile's photos and cover; the one that was reported says so. */
function Pictures({ snapshot: { profile, reportedPhotoId } }: { snapshot: EvidenceSnapshot }) {
  const { photoId, portraitUrl, photoFocus = null, morePhotos = [], coverId } = profile;
  const first = { photoId, portraitUrl, photoFocus };
  const photos = hasFirstPhoto(first) ? [first, ...morePhotos] : morePhotos;
  const reported = photos.find((photo) => photoKey(photo) === reportedPhotoId);
  return (
    <>
      <div className="cluster">
        {photos.map((photo, index) => (
          <ProfilePhoto
            key={photoKey(photo)}
            photo={photo}
            alt={index ? `Photo ${index + 1}` : "Profile photo"}
            isReported={photo === reported}
          />
        ))}
        {coverId ? <EvidencePicture id={coverId} alt="Cover photo" /> : null}
      </div>
      {reportedPhotoId && !reported ? (
        <p className="text-soft">The reported photo was removed before the report was sent.</p>
      ) : null}
    </>
  );
}

/** A message with what it quotes, what it said before, its file and the reactions to it. */
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
      <p className="cluster text-note text-soft">
        <span>{message.isByReporter ? names.reporter : names.reported}</span>
        <span>
          <DateTime at={new Date(message.createdAt).toISOString()} as="date" />,{" "}
          <DateTime at={new Date(message.createdAt).toISOString()} as="clock" />
        </span>
        {message.isReported ? <Badge tone="red">Reported</Badge> : null}
      </p>
      <QuotedMessage quote={quotes.find(({ id }) => id === message.quotedId)} names={names} />
      {message.earlier?.map(({ content, metadata, replacedAt }) => (
        <p key={replacedAt} className="whitespace-pre-wrap">
          <span className="text-soft">
            Before <DateTime at={new Date(replacedAt).toISOString()} as="clock" />:{" "}
          </span>
          {content}
          {metadata ? <span className="text-soft"> {toText(metadata)}</span> : null}
        </p>
      ))}
      <p className="whitespace-pre-wrap">
        {message.content || (message.metadata ? null : <i>{MESSAGE_DELETED}</i>)}
      </p>
      <Shared messageType={message.messageType} metadata={message.metadata} />
      {attachments.includes(message.id) ? <ReportedFile id={message.id} kinds={kindsOf(message)} /> : null}
      {message.reactions?.map(({ isByReporter, reaction }) => (
        <p key={String(isByReporter)} className="text-note text-soft">
          {isByReporter ? names.reporter : names.reported} reacted: {reactionNames[reaction]}
        </p>
      ))}
    </li>
  );
}

/** What a message replies to, if that is among the evidence. */
function QuotedMessage({ quote, names }: { quote: CaseReport["quotes"][number] | undefined; names: Names }) {
  if (!quote) return null;
  return (
    <p className="whitespace-pre-wrap text-soft">
      Replies to {quote.isByReporter ? names.reporter : names.reported}:{" "}
      {quote.content || <i>{MESSAGE_DELETED}</i>}
    </p>
  );
}

/** What a message shares, or quotes from the profile of its receiver. */
function Shared({ messageType, metadata }: Pick<EvidenceMessage, "messageType" | "metadata">) {
  if (!metadata) return null;
  if (messageType !== "profile_quote") return <p className="text-soft">{toText(metadata)}</p>;
  const quoted = metadata as StoredQuote;
  if (quoted.type === "prompt")
    return (
      <p className="whitespace-pre-wrap text-soft">
        About the answer to “{promptTexts[quoted.prompt]}”: {quoted.answer}
      </p>
    );
  return (
    <div className="text-soft">
      <p>About this photo:</p>
      {isUploadId(quoted.photoId) ? (
        <EvidencePicture id={quoted.photoId} alt="Quoted photo" />
      ) : (
        <p>{quoted.photoId}</p>
      )}
    </div>
  );
}

function ProfilePhoto({ photo, alt, isReported }: { photo: StoredPhoto; alt: string; isReported: boolean }) {
  const { photoId, portraitUrl } = photo;
  return (
    <span>
      {photoId ? (
        <EvidencePicture id={photoId} alt={alt} />
      ) : (
        <img className="evidence-picture" src={portraitUrl ?? undefined} alt={alt} loading="lazy" />
      )}
      {isReported ? <Badge tone="red">Reported</Badge> : null}
    </span>
  );
}

/** A picture that only moderators can load. */
export function EvidencePicture({ id, alt }: { id: string; alt: string }) {
  const address = `${MODERATION_PATH}/pictures/${id}-${SHOWN_SIZE}.webp`;
  return <img className="evidence-picture" src={address} alt={alt} loading="lazy" />;
}

/** What a message is and was. */
function kindsOf({ metadata, earlier = [] }: EvidenceMessage): unknown[] {
  return [metadata, ...earlier.map((before) => before.metadata)].map((each) => each?.type);
}

/** A photo or a voice note from a conversation, which isn't loaded before it is opened. */
function ReportedFile({ id, kinds }: { id: string; kinds: unknown[] }) {
  const url = `${MODERATION_PATH}/attachments/${id}`;
  if (kinds.includes("voice"))
    // biome-ignore lint/a11y/useMediaCaption: nobody has the words of what somebody says
    return <audio controls preload="none" src={url} title="As it was sent" className="evidence-voice" />;
  return kinds.includes("photo") ? <ReportedPhoto id={id} /> : null;
}

/** A photo from a conversation, which isn't loaded before it is opened. `id` is its message's. */
export function ReportedPhoto({ id }: { id: string }) {
  return (
    <details>
      <summary className="py-3 font-semibold">Show photo</summary>
      <img src={`${MODERATION_PATH}/attachments/${id}`} alt="As it was sent" loading="lazy" />
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

/** Joins the text and numbers in a shared item's metadata. */
function toText(metadata: Record<string, unknown>): string {
  return Object.values(metadata)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" · ");
}
