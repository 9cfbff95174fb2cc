// A candidate's card on Discover, with Like and Pass.
import { type FetcherWithComponents, Link, useFetcher } from "@remix-run/react";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { focusMain } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { LikeThis } from "~/components/member/like-this";
import { MemberDetails, SharedShowLine, TripLine } from "~/components/member/member-details";
import { Poster } from "~/components/member/poster";
import { ArtistNames } from "~/components/member/shared-artists";
import { VerifiedListenerBadge } from "~/components/member/verified-listener";
import { WhyLink } from "~/components/member/why-link";
import { ListenButton } from "~/components/music/listen-button";
import { RecordShelf } from "~/components/record/shown-records";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { REST_MS } from "~/durations";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { MemberCardData } from "~/models/match/member-card";
import type { PromptDto } from "~/models/member/prompt";
import { genreName } from "~/models/music/genre";
import { photoIdFromUrl } from "~/models/picture/photos";
import type { ShownRecord, WantedOnCard } from "~/models/record/record";
import { Button } from "~/ui/button";
import { Badge } from "~/ui/card";
import { Form } from "~/ui/form";
import { DecidedBar } from "./decided-bar";

export type Candidate = MemberCardData & {
  records: ShownRecord[];
  wanted: WantedOnCard | null;
  prompt: PromptDto | null;
};

/** Until when clicks are ignored: after a decision another card may appear under the finger. */
let restsUntil = 0;

/** A decision, and the card that replaces the one decided on. */
export type Decision = { id: string; name: string; isLiked: boolean; nextId?: string };

/**
 * A list item that hides while its decision is being saved and returns if the server refuses it. Without scripts, `search` and
 * `nextId` let the server return to the same filters and the next card. `decided` is the last decision, if this card has
 * replaced its card.
 */
export function CandidateCard({
  candidate,
  search,
  nextId,
  onDecide,
  decided,
  isFirst,
}: {
  candidate: Candidate;
  search: string;
  nextId?: string;
  onDecide: (decision: Decision) => void;
  decided: ReactNode;
  isFirst: boolean;
}) {
  const fetcher = useFetcher({ key: `decide-${candidate.id}` });
  const isLeaving = fetcher.state !== "idle";
  const [isOut, setOut] = useState(false);
  if (isOut && !isLeaving) setOut(false);
  const { id, name, score } = candidate;
  const note = useSentNote(id);
  if (isOut && isLeaving) return null;
  const photoId = photoIdFromUrl(candidate.picture.url);
  const query = new URLSearchParams(search);
  if (nextId) query.set("next", nextId);
  return (
    <li
      id={`member-${id}`}
      tabIndex={-1}
      // Stays until the page has loaded again, so that its dialog can close.
      hidden={note.isSent}
      className={`mx-auto w-full max-w-form ${isLeaving ? "leaving" : ""}`}
      onAnimationEnd={() => setOut(isLeaving)}
    >
      <article className={`card candidate relative flex flex-col ${decided ? "candidate-decided" : ""}`}>
        <Poster
          face={candidate.picture}
          name={
            <h2 className="member-name">
              <Link to={`/members/${id}`} className="hover:underline focus-visible:outline-yellow">
                <bdi>{name}</bdi>
              </Link>
              {candidate.age ? `, ${candidate.age}` : null}
            </h2>
          }
          lead={candidate.lead}
          score={score}
          isFirst={isFirst}
          button={
            photoId ? (
              <LikeThis
                memberId={id}
                quote={{ type: "photo", photoId }}
                about={t("{name}'s photo", { name })}
                onSent={note.handleSent}
              />
            ) : null
          }
        />
        <div className="decision-bar flex flex-col border-b border-line bg-card print:hidden">
          <DecisionButtons
            candidate={candidate}
            fetcher={fetcher}
            action={`/discover/decide?${query}`}
            onDecide={onDecide}
          />
          <DecidedBar className="border-t border-line">{decided}</DecidedBar>
        </div>
        <CandidateText candidate={candidate} onLiked={note.handleSent} />
      </article>
    </li>
  );
}

function CandidateText({ candidate, onLiked }: { candidate: Candidate; onLiked: () => void }) {
  return (
    <div className="candidate-text flex-auto px-4 pb-2">
      <SafetyMenu memberId={candidate.id} name={candidate.name} />
      <div className="flex min-h-[2.75rem] flex-wrap items-center justify-between text-soft">
        <p className="mr-3 first-letter:uppercase">
          {candidate.gender ? `${candidate.gender} · ${candidate.distance}` : candidate.distance}
        </p>
        {candidate.isNewHere ? <Badge tone="yellow">{t("New here")}</Badge> : null}
        {candidate.isPhotoChecked ? <Badge tone="green">{t("Photo checked")}</Badge> : null}
        <WhyLink memberId={candidate.id} name={candidate.name} score={candidate.score} className="text-ink" />
      </div>
      <VerifiedListenerBadge listener={candidate.listener} />
      <TripLine trip={candidate.trip} />
      <SharedShowLine show={candidate.sharedShow} />
      {candidate.bio ? (
        <p className="line-clamp-3 mt-2" dir="auto">
          {candidate.bio}
        </p>
      ) : null}
      {candidate.prompt ? (
        <>
          <p className="line-clamp-3 mt-2">
            <b className="block">{candidate.prompt.question}</b>
            <span dir="auto">{candidate.prompt.answer}</span>
          </p>
          <LikeThis
            memberId={candidate.id}
            quote={{ type: "prompt", prompt: candidate.prompt.prompt }}
            about={candidate.prompt.question}
            onSent={onLiked}
          />
        </>
      ) : null}
      {candidate.wanted ? <WantedLine {...candidate.wanted} /> : null}
      <RecordShelf records={candidate.records} />
      <MemberDetails
        lines={[
          {
            label: t("Top Artists"),
            text: candidate.artists.length ? <ArtistNames artists={candidate.artists} /> : null,
          },
          { label: t("Shared Interests"), text: candidate.interests.map(genreName).join(" · ") },
          { label: t("Looking For"), text: candidate.lookingFor },
        ]}
      />
    </div>
  );
}

function WantedLine({ artist, album, more }: WantedOnCard) {
  return (
    <div className="mt-2 flex items-center">
      <p className="mr-2 min-w-0">
        {more ? (
          <Trans
            text="Owns <b>{album} by {artist}</b> and {more, plural, one {# more} other {# more}} you're looking for"
            values={{ album, artist: <ArtistLink name={artist} />, more }}
            tags={{ b: <b dir="auto" /> }}
          />
        ) : (
          <Trans
            text="Owns <b>{album} by {artist}</b>, which you're looking for"
            values={{ album, artist: <ArtistLink name={artist} /> }}
            tags={{ b: <b dir="auto" /> }}
          />
        )}
      </p>
      <ListenButton song={{ artist, title: album }} />
    </div>
  );
}

/** Hides a card once a note is sent from it, and then focuses the next card. */
function useSentNote(memberId: string) {
  const [isSent, setSent] = useState(false);
  const next = useRef<HTMLElement>();

  // After the dialog has returned the focus.
  useEffect(() => {
    if (isSent) setTimeout(() => next.current?.focus({ preventScroll: true }));
  }, [isSent]);

  function handleSent() {
    restsUntil = performance.now() + REST_MS;
    next.current = findNextCard(document.getElementById(`member-${memberId}`));
    setSent(true);
  }

  return { isSent, handleSent };
}

function DecisionButtons({
  candidate,
  fetcher,
  action,
  onDecide,
}: {
  candidate: MemberCardData;
  fetcher: FetcherWithComponents<unknown>;
  action: string;
  onDecide: (decision: Decision) => void;
}) {
  const isLeaving = fetcher.state !== "idle";

  function decide(event: FormEvent<HTMLFormElement>) {
    restsUntil = performance.now() + REST_MS;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const next = findNextCard(event.currentTarget.closest("li"));
    focusCard(next);
    const isLiked = submitter?.getAttribute("value") === "true";
    const { id, name } = candidate;
    onDecide({ id, name, isLiked, nextId: next?.id.replace("member-", "") });
  }

  return (
    <Form
      fetcher={fetcher}
      action={action}
      className="decision-buttons flex flex-wrap px-3 py-1 max-sm:py-0"
      onKeyDown={ignoreRepeated}
      onClick={ignoreEarlyTap}
      onSubmit={decide}
    >
      <input type="hidden" name="targetUserId" value={candidate.id} />
      <Button
        name="liked"
        value="false"
        className="m-1 flex-1"
        icon="pass"
        aria-label={t("Pass on {name}", { name: candidate.name })}
        disabled={isLeaving}
      >
        {t("Pass", { as: "button" })}
      </Button>
      <Button
        name="liked"
        value="true"
        variant="primary"
        className="m-1 flex-1"
        icon="like"
        aria-label={t("Like {name}", { name: candidate.name })}
        disabled={isLeaving}
      >
        {t("Like", { as: "button" })}
      </Button>
    </Form>
  );
}

/** Goes by the time of the tap: a busy page handles it later, perhaps after the pause. */
function ignoreEarlyTap(event: MouseEvent) {
  if (event.timeStamp < restsUntil) event.preventDefault();
}

/** Holding a key down triggers its button once. */
function ignoreRepeated(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** Moves the focus to the next card, not to its buttons. */
function focusCard(card: HTMLElement | undefined) {
  if (card) card.focus({ preventScroll: true });
  else focusMain();
}

/** The card after this one, or the one before when there is no next. */
function findNextCard(item: Element | null): HTMLElement | undefined {
  const cards = Array.from(item?.parentElement?.children ?? []).filter(
    (card) => card === item || !card.classList.contains("leaving"),
  );
  const index = item ? cards.indexOf(item) : -1;
  const next = cards[index + 1] ?? cards[index - 1];
  return next instanceof HTMLElement ? next : undefined;
}
