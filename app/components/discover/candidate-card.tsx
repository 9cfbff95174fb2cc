// A candidate on Discover, with Like and Pass.
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { CardFace } from "~/models/member-card";
import { Button } from "./button";
import { Credits, MemberSleeve } from "./member-sleeve";
import { WhyLink } from "./why-link";

/**
 * One item of the list. While a decision is on its way the card is out of sight; when it was refused it comes back.
 * The decision is told the query of the page, and who stands next: without scripts the way back leads there.
 */
export function MemberCard({ face, search, nextId }: { face: CardFace; search: string; nextId?: string }) {
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
      className={isLeaving ? "leaving" : undefined}
      onAnimationEnd={() => setOut(isLeaving)}
    >
      <MemberSleeve
        name={name}
        age={face.age}
        to={`/members/${id}`}
        photoUrl={face.picture}
        score={score}
        why={<WhyLink memberId={id} name={name} score={score} />}
        facts={face.whereabouts}
        bio={face.bio}
        actions={
          <fetcher.Form
            method="post"
            action={`/discover/decide?${query}`}
            className="flex flex-1"
            onSubmit={focusNextCard}
          >
            <input type="hidden" name="targetUserId" value={id} />
            <Button
              name="liked"
              value="false"
              icon="pass"
              aria-label={`Pass on ${name}`}
              disabled={isLeaving}
              className="mr-2 flex-1"
            >
              Pass
            </Button>
            <Button
              name="liked"
              value="true"
              look="primary"
              icon="like"
              aria-label={`Like ${name}`}
              disabled={isLeaving}
              className="flex-1"
            >
              Like
            </Button>
          </fetcher.Form>
        }
      >
        <Credits
          lines={[
            { label: "Top Artists", text: face.artists.join(" · ") },
            { label: "Shared Interests", text: face.interests.join(" · ") },
          ]}
        />
      </MemberSleeve>
    </li>
  );
}

/** The card that leaves hands the focus to the same button of the next one, or of the one before. */
function focusNextCard(event: FormEvent<HTMLFormElement>) {
  const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  const item = event.currentTarget.closest("li");
  const cards = Array.from(item?.parentElement?.children ?? []).filter(
    (card) => card === item || !card.classList.contains("leaving"),
  );
  const place = item ? cards.indexOf(item) : -1;
  const next = cards[place + 1] ?? cards[place - 1];
  const button = next?.querySelector<HTMLElement>(`button[value="${pressed?.value}"]`);
  (button ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
