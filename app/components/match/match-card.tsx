// The card of a match, or of a liked member, on the Matches screen.
import { Link } from "@remix-run/react";
import { MemberDetails } from "~/components/member/member-details";
import { Photo } from "~/components/member/photo";
import { scoreTone } from "~/components/member/score";
import { ArtistNames, SharedLeadLine } from "~/components/member/shared-artists";
import { StartConversationButton } from "~/components/member/start-conversation-button";
import { WhyLink } from "~/components/member/why-link";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { formatPercent } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
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
  const since = (
    <time dateTime={match.createdAt} className="whitespace-nowrap">
      {match.since}
    </time>
  );
  return (
    // A match with the usual two artists fits this height, and so does its placeholder.
    <li className={mutual ? "min-h-[26.75rem]" : undefined}>
      <article className="card match-card relative lg:flex lg:flex-wrap">
        <div className="float-left mb-3 mr-3 w-[33%] max-w-[184px] lg:m-0 lg:flex lg:max-w-none lg:flex-[0_0_33%] lg:flex-col">
          <div className="square rounded-[5px_0] border-b border-r border-line bg-inset lg:flex-auto lg:rounded-[5px_0_0_5px] lg:border-b-0">
            <Photo face={match.picture} sizes="184px" width={480} height={480} loading="lazy" />
          </div>
        </div>
        {/* Large text moves below the photo. */}
        <div className="min-w-0 p-3 lg:flex lg:flex-[1_1_8rem] lg:flex-col">
          {/* This and what follows leave room for the menu. */}
          <h3 className="pr-[3rem] lg:text-3xl">
            <Link to={`/members/${id}`} className="hover:text-red">
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <SafetyMenu memberId={id} name={name} canUnmatch={mutual} />
          <p className="pr-12 text-soft">
            {mutual ? (
              <Trans text="Matched {since}" values={{ since }} />
            ) : (
              <Trans text="Liked {since}" values={{ since }} />
            )}
          </p>
          <div className="clear-both flex flex-auto flex-col">
            <SharedLeadLine lead={match.lead} />
            <Compatibility memberId={id} name={name} score={score} />
            <MemberDetails
              lines={[
                {
                  label: t("Top Artists"),
                  text: match.artists.length ? <ArtistNames artists={match.artists} /> : null,
                },
              ]}
            />
            <footer className="match-actions cluster mt-auto pt-4">
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
                  aria-label={t("Challenge {name} to trivia", { name })}
                  {...opensDialogElsewhere(t(CHALLENGE_TITLE))}
                >
                  {t("Challenge to Trivia")}
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
          <ProgressBar
            value={score}
            label={t("Compatibility with {name}", { name })}
            tone={scoreTone(score)}
          />
        </div>
        <span className="font-display text-xl font-extrabold">{formatPercent(score)}</span>
      </div>
      <WhyLink memberId={memberId} name={name} score={score} className="-top-1 my-[-10px]" />
    </>
  );
}
