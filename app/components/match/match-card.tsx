// The card of a match, or of a liked member, on the Matches screen.
import { Link } from "@remix-run/react";
import { MemberDetails } from "~/components/member/member-details";
import { Photo } from "~/components/member/photo";
import { scoreTone } from "~/components/member/score-tone";
import { ArtistNames, SharedLeadLine } from "~/components/member/shared-artists";
import { StartConversationButton } from "~/components/member/start-conversation-button";
import { WhyLink } from "~/components/member/why-link";
import { SafetyMenu } from "~/components/safety/safety-menu";
import type { MemberCardData } from "~/models/match/member-card";
import { CHALLENGE_TITLE, challengePath } from "~/models/trivia/game-path";
import { ButtonLink } from "~/ui/button";
import { opensDialogElsewhere } from "~/ui/dialog/dialog-link";
import { ProgressBar } from "~/ui/progress/progress-bar";

export type MatchCardData = MemberCardData & {
  mutual: boolean;
  createdAt: string;
  since: string;
  /** The conversation that the two have. */
  conversationId?: string;
};

/** A list item; `match.since` says in words how long ago it was. */
export function MatchCard({ match }: { match: MatchCardData }) {
  const { id, name, score, mutual, conversationId } = match;
  return (
    <li className={mutual ? "match-mutual" : undefined}>
      <article className="card match-card">
        <div className="match-photo">
          <div className="square">
            <Photo face={match.picture} sizes="184px" width={480} height={480} loading="lazy" />
          </div>
        </div>
        <div className="match-body">
          <h3 className="member-name">
            <Link to={`/members/${id}`} className="hover:text-red">
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <SafetyMenu memberId={id} name={name} canUnmatch={mutual} />
          <p className="text-soft">
            {mutual ? "Matched" : "Liked"}{" "}
            <time dateTime={match.createdAt} className="whitespace-nowrap">
              {match.since}
            </time>
          </p>
          <div className="match-text">
            <SharedLeadLine lead={match.lead} />
            <Compatibility memberId={id} name={name} score={score} />
            <MemberDetails
              lines={[
                {
                  label: "Top Artists",
                  text: match.artists.length ? <ArtistNames artists={match.artists} /> : null,
                },
              ]}
            />
            <footer className="cluster">
              <StartConversationButton
                memberId={id}
                name={name}
                mutual={mutual}
                conversationId={conversationId}
              />
              {mutual ? (
                <ButtonLink
                  to={challengePath(id)}
                  icon="trivia"
                  aria-label={`Challenge ${name} to trivia`}
                  {...opensDialogElsewhere(CHALLENGE_TITLE)}
                >
                  Challenge to Trivia
                </ButtonLink>
              ) : null}
            </footer>
          </div>
        </div>
      </article>
    </li>
  );
}

function Compatibility({ memberId, name, score }: { memberId: string; name: string; score: number }) {
  return (
    <>
      <div className="mt-3 flex items-center">
        <div className="mr-3 flex-1">
          <ProgressBar value={score} label={`Compatibility with ${name}`} tone={scoreTone(score)} />
        </div>
        <span className="font-display text-xl font-extrabold">{score}%</span>
      </div>
      <WhyLink memberId={memberId} name={name} score={score} />
    </>
  );
}
