// A new match, on its page and as a sheet over others: two sleeves that meet, what the two share, and the first word.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { Photo } from "~/components/member/photo";
import { ScoreLabel } from "~/components/member/score";
import { ArtistNames } from "~/components/member/shared-artists";
import { ListenButton } from "~/components/music/listen-button";
import { PostButton } from "~/components/ui/form";
import { type CodesOffer, codesPath } from "~/models/account/recovery/recovery";
import type { Face } from "~/models/public-member";

export type NewMatchData = {
  member: { id: string; name: string; firstName: string; picture: Face };
  ownPicture: Face;
  score: number;
  /** The artists that both list, the one that counts most first. */
  shared: string[];
  /** An album that the other owns and the viewer looks for. */
  wanted: { artist: string; album: string } | null;
  /** First messages to choose from. */
  openers: string[];
  codesOffer: CodesOffer | null;
};

/** `heading` follows the sleeves, `children` the buttons. */
export function NewMatch({
  match: { member, ownPicture, score, shared, wanted, openers, codesOffer },
  heading,
  children,
}: {
  match: NewMatchData;
  heading?: ReactNode;
  children: ReactNode;
}) {
  const { id, name, firstName, picture } = member;
  return (
    <div className="new-match">
      <div className="new-match-sleeves">
        <Sleeved face={ownPicture} alt="You" />
        <Sleeved face={picture} alt={name} />
        {score ? <ScoreLabel score={score} /> : null}
      </div>
      {heading}
      <SharedMusic score={score} shared={shared} />
      {wanted ? (
        <div className="mt-2 flex items-center">
          <p className="mr-2 min-w-0" dir="auto">
            {firstName} owns {wanted.album} by <ArtistLink name={wanted.artist} />, which you're looking for.
          </p>
          <ListenButton song={{ artist: wanted.artist, title: wanted.album }} />
        </div>
      ) : null}
      <div className="new-match-actions">
        <PostButton
          to="/matches/talk"
          fields={{ targetUserId: id }}
          variant="primary"
          icon="messages"
          pending="Starting..."
          className="w-full"
        >
          {`Say Hello to ${firstName}`}
        </PostButton>
        {openers.map((opener) => (
          <PostButton
            key={opener}
            to="/matches/talk"
            fields={{ targetUserId: id, text: opener }}
            pending="Starting..."
            className="mt-2 w-full"
          >
            <span dir="auto">{opener}</span>
          </PostButton>
        ))}
        {children}
        <p className="mt-3">
          <Link to={`/members/${id}/mixtape`} className="link inline-block p-2">
            Your mixtape card
          </Link>
        </p>
        {codesOffer ? <OfferedCodes {...codesOffer} memberId={id} /> : null}
      </div>
    </div>
  );
}

function SharedMusic({ score, shared: [first, ...rest] }: Pick<NewMatchData, "score" | "shared">) {
  return (
    <>
      <p className="mt-2 text-lead">
        {first ? (
          <>
            You both love{" "}
            <b className="new-match-artist" dir="auto">
              <ArtistLink name={first} />
            </b>
          </>
        ) : score ? (
          `You're a ${score}% match.`
        ) : (
          "Ask what they're listening to."
        )}
      </p>
      {rest.length ? (
        <p className="mt-1 text-soft">
          And <ArtistNames artists={rest.map((name) => ({ name, isShared: false }))} />
        </p>
      ) : null}
    </>
  );
}

function OfferedCodes({ isEmailProven, memberId }: CodesOffer & { memberId: string }) {
  return (
    <p className="mt-3 border-t border-line pt-3 text-note">
      {isEmailProven
        ? "Recovery codes get you back in if you forget your password and can't read your email."
        : "Recovery codes are the only way back in if you forget your password: your email isn't confirmed."}{" "}
      <Link to={codesPath(`/members/${memberId}/match`)} className="link inline-block p-2">
        Save your recovery codes
      </Link>
    </p>
  );
}

/** A photo as large as a sleeve. */
function Sleeved({ face, alt }: { face: Face; alt: string }) {
  return (
    <div className="square">
      <Photo face={face} sizes="(min-width: 480px) 208px, 42vw" alt={alt} width={480} height={480} />
    </div>
  );
}
