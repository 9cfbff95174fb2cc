// A new match, on its page and as a sheet over others: two sleeves that meet, what the two share, the first word, and music.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { Photo } from "~/components/member/photo";
import { ScoreLabel } from "~/components/member/score";
import { ArtistNames } from "~/components/member/shared-artists";
import { ListenButton, type Listened, ListenSleeve } from "~/components/music/listen-button";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { nameListenable } from "~/models/music/listen";
import type { Face } from "~/models/public-member";
import { PostButton } from "~/ui/form";
import { Sleeve } from "~/ui/sleeve";

export type NewMatchData = {
  member: { id: string; name: string; firstName: string; picture: Face };
  ownPicture: Face;
  score: number;
  /** The artists that both list, the one that counts most first. */
  shared: string[];
  /** An album that the other owns and the viewer wants. */
  wanted: { artist: string; album: string } | null;
  /** First messages to choose from. */
  openers: string[];
  /** What to play: the other's anthem, or else the first artist on both lists. */
  music: (Listened & { isAnthem: boolean }) | null;
};

/** `heading` follows the sleeves, `children` the buttons. */
export function NewMatch({
  match: { member, ownPicture, score, shared, wanted, openers, music },
  heading,
  children,
}: {
  match: NewMatchData;
  heading?: ReactNode;
  children: ReactNode;
}) {
  const { id, name, firstName, picture } = member;
  return (
    <div className="-m-4 overflow-hidden p-4 text-center">
      <div className="new-match-sleeves relative mb-10 flex justify-center">
        <Sleeved face={ownPicture} alt={t("You")} />
        <Sleeved face={picture} alt={name} />
        {score ? (
          <ScoreLabel
            score={score}
            className="absolute -bottom-8 left-1/2 -ml-[3rem] h-[6rem] w-[6rem] text-3xl leading-[6rem]"
          />
        ) : null}
      </div>
      {heading}
      <SharedMusic score={score} shared={shared} />
      {wanted ? (
        <div className="mt-2 flex items-center">
          <p className="mr-2 min-w-0" dir="auto">
            <Trans
              text="{firstName} owns {album} by {artist}, which you're looking for."
              values={{ firstName, album: wanted.album, artist: <ArtistLink name={wanted.artist} /> }}
            />
          </p>
          <ListenButton song={{ artist: wanted.artist, title: wanted.album }} />
        </div>
      ) : null}
      <div className="mx-auto mt-6 max-w-[384px]">
        <PostButton
          to="/matches/talk"
          fields={{ targetUserId: id }}
          variant="primary"
          icon="messages"
          pending={t("Starting...")}
          className="w-full"
        >
          {t("Say Hello to {firstName}", { firstName })}
        </PostButton>
        {openers.map((opener) => (
          <PostButton
            key={opener}
            to="/matches/talk"
            fields={{ targetUserId: id, text: opener }}
            pending={t("Starting...")}
            className="mt-2 w-full"
          >
            <span dir="auto">{opener}</span>
          </PostButton>
        ))}
        {children}
        {music ? <Music {...music} firstName={firstName} /> : null}
        <p className="mt-3">
          <Link to={`/members/${id}/mixtape`} className="link inline-block p-2">
            {t("Your mixtape card")}
          </Link>
        </p>
      </div>
    </div>
  );
}

function SharedMusic({ score, shared: [first, ...rest] }: Pick<NewMatchData, "score" | "shared">) {
  return (
    <>
      <p className="mt-2 text-xl">
        {first ? (
          <Trans
            text="You both love {artist}"
            values={{
              artist: (
                <b className="block break-words font-display text-poster font-extrabold uppercase" dir="auto">
                  <ArtistLink name={first} className="border-b-[3px] [font:inherit]" />
                </b>
              ),
            }}
          />
        ) : score ? (
          t("You're a {score}% match.", { score })
        ) : (
          t("Ask what they're listening to.")
        )}
      </p>
      {rest.length ? (
        <p className="mt-1 text-soft">
          <Trans
            text="And {artists}"
            values={{ artists: <ArtistNames artists={rest.map((name) => ({ name, isShared: false }))} /> }}
          />
        </p>
      ) : null}
    </>
  );
}

/** A sleeve with its Listen label, and whose music it is. */
function Music({ isAnthem, firstName, ...song }: Listened & { isAnthem: boolean; firstName: string }) {
  return (
    <div className="mt-6 flex items-center border-t border-line pt-4 text-left">
      <div className="flex-[0_0_112px]">
        <ListenSleeve song={song}>
          <Sleeve artist={song.title ? song.artist : ""} title={song.title ?? song.artist} />
        </ListenSleeve>
      </div>
      <p className="ml-4 min-w-0">
        <span className="eyebrow block">
          {isAnthem ? t("{firstName}'s anthem", { firstName }) : t("Put it on")}
        </span>
        <b dir="auto">{nameListenable(song)}</b>
      </p>
    </div>
  );
}

/** A photo as large as a sleeve. */
function Sleeved({ face, alt }: { face: Face; alt: string }) {
  return (
    <div className="square flex-[0_1_208px] rounded border bg-inset">
      <Photo face={face} sizes="(min-width: 480px) 208px, 42vw" alt={alt} width={480} height={480} />
    </div>
  );
}
