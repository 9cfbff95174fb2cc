// Somebody the member likes, on the Matches screen.
import type { CardFace } from "~/models/member-card";
import { challengeAddress } from "~/models/trivia";
import { ButtonLink } from "./button";
import { Credits, MemberSleeve } from "./member-sleeve";
import { Groove } from "./score";
import { scoreTone } from "./score-tone";
import { Badge } from "./sleeve";
import { TalkButton } from "./talk-button";
import { WhyLink } from "./why-link";

export type MatchFace = CardFace & { mutual: boolean; createdAt: string; since: string };

/** One item of a list of matches; `since` is how long ago, in words. */
export function MatchCard({ match }: { match: MatchFace }) {
  const { id, name, score, mutual } = match;
  return (
    <li>
      <MemberSleeve
        level="h3"
        name={name}
        to={`/members/${id}`}
        photoUrl={match.picture}
        badge={
          mutual ? (
            <p className="mb-1">
              <Badge tone="green">Mutual</Badge>
            </p>
          ) : null
        }
        facts={
          <>
            Matched <time dateTime={match.createdAt}>{match.since}</time>
          </>
        }
        actions={
          <>
            <TalkButton memberId={id} name={name} mutual={mutual} />
            {mutual ? (
              <ButtonLink to={challengeAddress(id)} icon="trivia" aria-label={`Challenge ${name} to trivia`}>
                Challenge to Trivia
              </ButtonLink>
            ) : null}
          </>
        }
      >
        <div className="mt-3 flex items-center">
          <div className="mr-3 flex-1">
            <Groove value={score} label={`Compatibility with ${name}`} tone={scoreTone(score)} />
          </div>
          <span className="font-display text-lead font-extrabold">{score}%</span>
        </div>
        <WhyLink memberId={id} name={name} score={score} />
        <Credits lines={[{ label: "Top Artists", text: match.artists.join(" · ") }]} />
      </MemberSleeve>
    </li>
  );
}
