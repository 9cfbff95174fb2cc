// A candidate's card on Discover, with Like and Pass.
import { type FetcherWithComponents, Link, useFetcher } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { focusMain } from "~/browser/use-focus";
import { MemberDetails } from "~/components/member/member-details";
import { Poster } from "~/components/member/poster";
import { ArtistNames } from "~/components/member/shared-artists";
import { WhyLink } from "~/components/member/why-link";
import { RecordShelf } from "~/components/record/shown-records";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Button } from "~/components/ui/button";
import { Form } from "~/components/ui/form";
import { REST_MS } from "~/durations";
import type { MemberCardData } from "~/models/member/member-card";
import type { PromptDto } from "~/models/member/prompt";
import type { ShownRecord } from "~/models/record/record";

export type CandidateFace = MemberCardData & { records: ShownRecord[]; prompt: PromptDto | null };

/** After a decision the other cards' buttons rest, so that a second tap decides on nobody who has just appeared there. */
let restsUntil = 0;

/**
 * A list item that hides while its decision is being saved and returns if the server refuses it.
 * `search` and `nextId` let the server send a page without scripts back to the same filters and the next card.
 */
export function CandidateCard({
  face,
  search,
  nextId,
}: {
  face: CandidateFace;
  search: string;
  nextId?: string;
}) {
  const fetcher = useFetcher({ key: `decide-${face.id}` });
  const isLeaving = fetcher.state !== "idle";
  const [isOut, setOut] = useState(false);
  if (isOut && !isLeaving) setOut(false);
  if (isOut && isLeaving) return null;
  const { id, name, score } = face;
  const query = new URLSearchParams(search);
  if (nextId) query.set("next", nextId);
  return (
    <li
      id={`member-${id}`}
      tabIndex={-1}
      className={isLeaving ? "leaving" : undefined}
      onAnimationEnd={() => setOut(isLeaving)}
    >
      <article className="card candidate">
        <Poster
          face={face.picture}
          lead={face.lead}
          // Somebody without any music would see only zeros.
          score={score}
          why={<WhyLink memberId={id} name={name} score={score} />}
        />
        <div className="candidate-text">
          <h2 className="member-name">
            <Link to={`/members/${id}`} className="hover:text-red">
              <bdi>{name}</bdi>
            </Link>
            {face.age ? `, ${face.age}` : null}
          </h2>
          <SafetyMenu memberId={id} name={name} />
          <p className="member-facts text-soft">
            {face.gender ? `${face.gender} · ${face.distance}` : face.distance}
          </p>
          {face.bio ? (
            <p className="line-clamp-3 mt-2" dir="auto">
              {face.bio}
            </p>
          ) : null}
          {face.prompt ? (
            <p className="line-clamp-3 mt-2">
              <b className="block">{face.prompt.question}</b>
              <span dir="auto">{face.prompt.answer}</span>
            </p>
          ) : null}
          <RecordShelf records={face.records} />
          <MemberDetails
            lines={[
              {
                label: "Top Artists",
                text: face.artists.length ? <ArtistNames artists={face.artists} /> : null,
              },
              { label: "Shared Interests", text: face.interests.join(" · ") },
              { label: "Looking For", text: face.lookingFor },
            ]}
          />
        </div>
        <DecisionButtons face={face} fetcher={fetcher} action={`/discover/decide?${query}`} />
      </article>
    </li>
  );
}

function DecisionButtons({
  face,
  fetcher,
  action,
}: {
  face: MemberCardData;
  fetcher: FetcherWithComponents<unknown>;
  action: string;
}) {
  const isLeaving = fetcher.state !== "idle";
  return (
    <Form
      fetcher={fetcher}
      action={action}
      className="decision-buttons"
      onKeyDown={ignoreRepeated}
      onSubmit={decideOnce}
    >
      <input type="hidden" name="targetUserId" value={face.id} />
      <Button name="liked" value="false" icon="pass" aria-label={`Pass on ${face.name}`} disabled={isLeaving}>
        Pass
      </Button>
      <Button
        name="liked"
        value="true"
        variant="primary"
        icon="like"
        aria-label={`Like ${face.name}`}
        disabled={isLeaving}
      >
        Like
      </Button>
    </Form>
  );
}

function decideOnce(event: FormEvent<HTMLFormElement>) {
  if (event.timeStamp < restsUntil) return event.preventDefault();
  restsUntil = event.timeStamp + REST_MS;
  focusNextCard(event.currentTarget.closest("li"));
}

/** A key that is held presses its button once. */
function ignoreRepeated(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** Moves the focus to the next card, or to the previous one when there is no next; not to its buttons. */
function focusNextCard(item: Element | null) {
  const cards = Array.from(item?.parentElement?.children ?? []).filter(
    (card) => card === item || !card.classList.contains("leaving"),
  );
  const index = item ? cards.indexOf(item) : -1;
  const next = cards[index + 1] ?? cards[index - 1];
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  else focusMain();
}
