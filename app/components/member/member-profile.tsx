// A member's own page, as others see it.
import { useFetcher } from "@remix-run/react";
import type { MemberCard } from "~/models/member";
import { describeDistance } from "~/models/member-card";
import { avatarUrl, shortName } from "~/models/person";
import { pictureSet } from "~/models/picture";
import { Button } from "./button";
import { PageHead } from "./page-head";
import { type CommonRecords, RecordsInCommon } from "./records-in-common";
import { ScoreLabel } from "./score";
import { Badge, Sleeve } from "./sleeve";
import { TalkButton } from "./talk-button";
import { WhyLink } from "./why-link";

type Shown = { card: MemberCard; liked: boolean | null; mutual: boolean; common: CommonRecords };

/** Photo, name, age, place, distance, bio, taste and records in common, and what can be done. */
export function MemberProfile({ card, liked, mutual, common }: Shown) {
  const name = shortName(card);
  const facts = [
    card.age,
    card.location ?? "Location unknown",
    card.distance && describeDistance(card.distance),
  ];
  return (
    <>
      <PageHead
        title={name}
        text={facts.filter(Boolean).join(" · ")}
        beside={mutual ? <Badge tone="green">Mutual</Badge> : null}
      />
      <div className="member-page">
        <div>
          <div className="square sleeve bg-inset">
            <img
              src={avatarUrl(card)}
              srcSet={pictureSet(avatarUrl(card))}
              sizes="(min-width: 720px) 360px, 96vw"
              alt={name}
              width={640}
              height={640}
              className="rounded"
            />
          </div>
          <div className="mt-3 flex items-center">
            <ScoreLabel score={card.compatibilityScore} />
            <div className="ml-3">
              <WhyLink memberId={card.id} name={name} score={card.compatibilityScore} />
            </div>
          </div>
          <Decide memberId={card.id} name={name} liked={liked} mutual={mutual} />
        </div>
        <div className="stack">
          {card.bio ? (
            <Sleeve title="About">
              <p className="whitespace-pre-line">{card.bio}</p>
            </Sleeve>
          ) : null}
          <Taste {...card.musicPreferences} name={name} />
          <RecordsInCommon {...common} />
        </div>
      </div>
    </>
  );
}

function Taste({
  name,
  topArtists = [],
  favoriteGenres = [],
}: {
  name: string;
  topArtists?: string[];
  favoriteGenres?: string[];
}) {
  if (topArtists.length + favoriteGenres.length === 0) {
    return (
      <Sleeve title="Music">
        <p className="text-soft">{name} has not said what they listen to.</p>
      </Sleeve>
    );
  }
  return (
    <>
      <Sleeve title="Top Artists">
        <ol className="record-list">
          {topArtists.map((artist) => (
            <li key={artist}>{artist}</li>
          ))}
        </ol>
      </Sleeve>
      <Sleeve title="Favorite Genres">
        <ul className="cluster">
          {favoriteGenres.map((genre) => (
            <li key={genre}>
              <Badge>{genre}</Badge>
            </li>
          ))}
        </ul>
      </Sleeve>
    </>
  );
}

/** Says what was decided, and offers what else can be. */
function Decide({
  memberId,
  name,
  liked,
  mutual,
}: {
  memberId: string;
  name: string;
  liked: boolean | null;
  mutual: boolean;
}) {
  const fetcher = useFetcher({ key: `decide-${memberId}` });
  const saving = fetcher.state !== "idle";
  const decided = liked ? `You like ${name}.` : `You passed on ${name}.`;
  return (
    <div className="mt-3">
      {mutual ? <p className="mb-2">You and {name} like each other.</p> : null}
      {!mutual && liked !== null ? <p className="mb-2">{decided}</p> : null}
      {liked ? <TalkButton memberId={memberId} name={name} mutual={mutual} /> : null}
      <fetcher.Form method="post" action={`/members/${memberId}/decide`} className="mt-2 flex">
        {liked === false ? null : (
          <Button name="liked" value="false" icon="pass" disabled={saving} className="flex-1">
            Pass
          </Button>
        )}
        {liked ? null : (
          <Button
            name="liked"
            value="true"
            look="primary"
            icon="like"
            disabled={saving}
            className={`flex-1 ${liked === null ? "ml-2" : ""}`}
          >
            Like
          </Button>
        )}
      </fetcher.Form>
    </div>
  );
}
