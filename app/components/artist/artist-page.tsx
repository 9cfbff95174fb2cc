// An artist's page: the name as on a poster, who here loves them, and their records.
import { Link, useFetcher } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import type { CSSProperties, ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { AlertButton } from "~/components/alert/alert-parts";
import { IncludeUnsaid } from "~/components/discover/invite";
import { FaceLink } from "~/components/member/face-link";
import { RARITY } from "~/components/member/reasons-list";
import { ListenButton, ListenSleeve } from "~/components/music/listen-button";
import { ShowRow } from "~/components/show/show-list";
import { formatList } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { AlertOffer } from "~/models/alert/alert";
import { ARTISTS_PATH, type ArtistPageDto, type RecordOwner } from "~/models/artist/artist";
import { describePeople, toPeopleCount } from "~/models/count";
import { WIDEST_SEARCH } from "~/models/match/discover";
import { profilePath } from "~/models/member/profile";
import { genreName } from "~/models/music/genre";
import type { Face } from "~/models/public-member";
import type { ShownRecord } from "~/models/record/record";
import { newShowPath } from "~/models/show/show-path";
import { Button, ButtonLink } from "~/ui/button";
import { opensDialogElsewhere } from "~/ui/dialog/dialog-link";
import { Form } from "~/ui/form";
import { Pages } from "~/ui/page-header";
import { Sleeve } from "~/ui/sleeve";
import { ArtistLink } from "./artist-link";
import { ArtistTile } from "./artist-tile";

type Fan = {
  id: string;
  name: string;
  age: number | null;
  distance: string;
  picture: Face;
  score: number;
  /** Other artists whom the two share, rarest first. */
  alsoShared: string[];
};

type ArtistPageProps = {
  artist: Omit<ArtistPageDto, "members">;
  path: string;
  unit: DistanceUnit;
  /** How wide the longest word of the name is in the display face, in ems. */
  posterWidth: number;
  fans: Fan[];
  /** The alert offered at the end of the list of people. */
  alert: AlertOffer | null;
  firstPage?: string;
  nextPage?: string;
};

/** Short shelves stand side by side. */
const SHELF = "grid grid-cols-2 gap-[24px_16px] md:-mb-6 md:-mr-4 md:flex md:flex-wrap";
const SHELF_TILE = "min-w-0 md:mb-6 md:mr-4 md:w-[166px]";

export function ArtistPage({
  artist,
  path,
  unit,
  posterWidth,
  fans,
  alert,
  firstPage,
  nextPage,
}: ArtistPageProps) {
  return (
    <>
      <ArtistPoster artist={artist} path={path} width={posterWidth} />
      <Section id="fans" title={t("Who you could meet")}>
        {fans.length ? (
          <ul className="artist-fans grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] lg:grid-cols-5">
            {fans.map((fan) => (
              <FanTile key={fan.id} fan={fan} />
            ))}
          </ul>
        ) : (
          <NoFans {...artist} />
        )}
        {artist.hidesUnsaid ? (
          <IncludeUnsaid search={`${new URLSearchParams({ artist: artist.name })}`} />
        ) : null}
        <Pages label={t("Pages of people")} first={firstPage} next={nextPage} />
        {alert ? <AlertButton offer={alert} from={path} /> : null}
      </Section>
      <Shows artist={artist} unit={unit} />
      <div className="md:-mr-8 md:flex md:flex-wrap md:[&>section]:mr-8">
        <Records {...artist.records} />
        <Songs {...artist.songs} />
        {artist.alike.length ? (
          <Wall id="alike" title={t("Their listeners also love")} names={artist.alike} />
        ) : (
          <Wall id="also-loved" title={t("The people above also love")} names={artist.alsoLoved} />
        )}
      </div>
      <p className="mt-8">
        <Link to={ARTISTS_PATH} className="link">
          {t("See what's loved here")}
        </Link>
      </p>
    </>
  );
}

/** Their next shows, and the form that adds one. */
function Shows({ artist: { name, shows }, unit }: Pick<ArtistPageProps, "artist" | "unit">) {
  return (
    <Section id="shows" title={shows.length ? t("Shows near you") : t("Shows")}>
      <ul className="divided max-w-prose">
        {shows.map((show) => (
          <li key={show.id}>
            <ShowRow show={show} unit={unit} hasDate />
          </li>
        ))}
      </ul>
      <p className="cluster mt-2">
        <ButtonLink to={newShowPath(name)} icon="plus" {...opensDialogElsewhere(t("Add Show"))}>
          {t("Add Show")}
        </ButtonLink>
        {shows.length ? null : <span className="text-soft">{t("Playing near you? Tell the others.")}</span>}
      </p>
    </Section>
  );
}

/** Names narrower than this are set no larger, in ems. */
const NARROWEST = 3;

/** Why nobody is shown, even if many are counted. */
function NoFans({ name, atLeast, position }: ArtistPageProps["artist"]) {
  return (
    <p className="max-w-prose text-xl">
      {atLeast ? (
        <Trans
          text="{people} here love {name}, but none of them is new to you: you've already decided, or what one of you is looking for doesn't fit the other. <link>See everyone you could meet</link>"
          values={{ people: describePeople(atLeast), name: <bdi>{name}</bdi> }}
          tags={{ link: <Link to={WIDEST_SEARCH} className="link" /> }}
        />
      ) : position === null ? (
        <Trans
          text="You could be one of the first here. Put {name} on your list, and the next fan who fits you will find you."
          values={{ name: <bdi>{name}</bdi> }}
        />
      ) : (
        <Trans
          text="You're one of the first here. The next {name} fan who fits you will find you."
          values={{ name: <bdi>{name}</bdi> }}
        />
      )}
    </p>
  );
}

function ArtistPoster({ artist, path, width }: Pick<ArtistPageProps, "artist" | "path"> & { width: number }) {
  const { name, atLeast, position } = artist;
  return (
    <header
      className="border-t-[6px] pt-2 md:pt-6"
      style={{ "--widest": Math.max(width, NARROWEST) } as CSSProperties}
    >
      <p className="eyebrow" aria-hidden="true">
        {t("Artist")}
      </p>
      <h1 className="artist-name mb-3 mt-1 font-black uppercase leading-[0.92]" dir="auto">
        {name}
      </h1>
      <div className="flex flex-wrap items-center justify-between rounded border bg-yellow px-4 py-3 text-ink-always md:px-6 md:py-5">
        <div className="min-w-0">
          <p className="font-display text-[1.375rem] font-extrabold leading-[1.1] md:text-[2rem]">
            {t("{people} here love them", { people: describePeople(atLeast) })}
          </p>
          <Fit {...artist.fit} />
        </div>
        <div className="mt-3 flex items-center md:mt-0">
          <OwnList name={name} path={path} position={position} />
          <ListenButton song={{ artist: name }} />
        </div>
      </div>
    </header>
  );
}

/** How the artist fits the viewer's list, and how much sharing them counts. */
function Fit({ rarity, artists, genres }: ArtistPageDto["fit"]) {
  const [one, two] = artists;
  const toLink = (name: string) => <ArtistLink name={name} className="hover:text-current" />;
  return (
    <p className="mt-2">
      {one && two ? (
        <Trans
          text="People who love {artist} or {other} from your list love them too."
          values={{ artist: toLink(one), other: toLink(two) }}
        />
      ) : one ? (
        <Trans
          text="People who love {artist} from your list love them too."
          values={{ artist: toLink(one) }}
        />
      ) : genres.length ? (
        t("{genres}, like your list.", { genres: formatList(genres.map(genreName)) })
      ) : null}
      {one || genres.length ? " " : null}
      {t(RARITY[rarity])}
    </p>
  );
}

/** Says where the artist is in the viewer's list, or adds them to it. */
function OwnList({ name, path, position }: { name: string; path: string; position: number | null }) {
  // Not translated: a code.
  const fetcher = useFetcher({ key: `add ${path}` });
  const isAdding = fetcher.state !== "idle";
  const isListed = position !== null || isAdding;
  const state = useFocusOnChange<HTMLParagraphElement>(isListed);
  if (isListed) {
    return (
      <p ref={state} tabIndex={-1} className="mr-3 font-bold">
        <Link
          to={profilePath("music")}
          className="link inline-block leading-[2.75rem] hover:text-current hover:no-underline"
        >
          {position === null ? t("On your list") : t("No. {position} on your list", { position })}
        </Link>
      </p>
    );
  }
  return (
    <Form fetcher={fetcher} action={`${path.split("?")[0]}/add`} className="mr-3">
      <input type="hidden" name="name" value={name} />
      <Button variant="primary" icon="plus">
        {t("Add to My List")}
      </Button>
    </Form>
  );
}

function FanTile({ fan: { distance, alsoShared, ...face } }: { fan: Fan }) {
  const [one, other] = alsoShared;
  return (
    <li>
      <FaceLink {...face} />
      {one !== undefined ? (
        <p className="text-sm text-soft">
          {other === undefined ? (
            <Trans text="You also share {artist}" values={{ artist: <ArtistLink name={one} /> }} />
          ) : (
            <Trans
              text="You also share {artist} and {other}"
              values={{ artist: <ArtistLink name={one} />, other: <ArtistLink name={other} /> }}
            />
          )}
        </p>
      ) : (
        <p className="first-letter:uppercase text-sm text-soft">{distance}</p>
      )}
    </li>
  );
}

function Songs({ own, here }: ArtistPageDto["songs"]) {
  return (
    <>
      <Shelf id="songs-here" title={t("Songs people here play")}>
        {here.map(({ people, ...song }) => (
          <SongTile key={song.title} song={song}>
            <Owners owners={people} />
          </SongTile>
        ))}
      </Shelf>
      <Shelf id="own-songs" title={t("On your playlists")}>
        {own.map(({ playlist, ...song }) => (
          <SongTile key={song.title} song={song}>
            <Link to={`/playlists/${playlist.id}`} className="link" dir="auto">
              {playlist.name}
            </Link>
          </SongTile>
        ))}
      </Shelf>
    </>
  );
}

function SongTile({ song, children }: { song: { artist: string; title: string }; children: ReactNode }) {
  return (
    <li className={SHELF_TILE}>
      <ListenSleeve song={song}>
        <Sleeve {...song} />
      </ListenSleeve>
      <p className="mt-1 text-sm">
        <b dir="auto">{song.title}</b>
        <span className="block text-soft">{children}</span>
      </p>
    </li>
  );
}

function Records({ own, shelves }: ArtistPageDto["records"]) {
  return (
    <>
      <Shelf id="own-records" title={t("On your shelf")}>
        {own.map((record) => (
          <RecordTile key={record.id} record={record}>
            {record.sharedWith.length ? (
              <span className="block text-soft">
                <Trans
                  text="{count, plural, one {{owners} owns it too} other {{owners} own it too}}"
                  values={{ count: record.sharedWith.length, owners: <Owners owners={record.sharedWith} /> }}
                />
              </span>
            ) : null}
          </RecordTile>
        ))}
      </Shelf>
      <Shelf id="shelves" title={t("On shelves here")}>
        {shelves.map((record) => (
          <RecordTile key={record.id} record={record}>
            <span className="block text-soft">
              <Owners owners={record.owners} />
            </span>
          </RecordTile>
        ))}
      </Shelf>
    </>
  );
}

function Shelf({ id, title, children }: { id: string; title: string; children: ReactNode[] }) {
  if (!children.length) return null;
  return (
    <Section id={id} title={title}>
      <ul className={SHELF}>{children}</ul>
    </Section>
  );
}

function RecordTile({ record, children }: { record: ShownRecord; children: ReactNode }) {
  const { artist, album, imageUrl } = record;
  return (
    <li className={SHELF_TILE}>
      <ListenSleeve song={{ artist, title: album }}>
        <Sleeve artist={artist} title={album} url={imageUrl} />
      </ListenSleeve>
      <p className="mt-1 text-sm">
        <b dir="auto">{album}</b>
        {children}
      </p>
    </li>
  );
}

/** All owners by name if there are at most three, otherwise the first two and how many more there are. */
function Owners({ owners }: { owners: RecordOwner[] }) {
  const [one, two, three] = owners.map(({ id, name }) => (
    <Link key={id} to={`/members/${id}`} className="link">
      <bdi>{name}</bdi>
    </Link>
  ));
  if (owners.length > 3) {
    const more = toPeopleCount(owners.length - 2);
    return more ? (
      <Trans text="{one}, {two} and {count}+ more" values={{ one, two, count: more }} />
    ) : (
      <Trans text="{one}, {two} and a few more" values={{ one, two }} />
    );
  }
  if (three) return <Trans text="{one}, {two} and {three}" values={{ one, two, three }} />;
  return two ? <Trans text="{one} and {two}" values={{ one, two }} /> : one;
}

function Wall({ id, title, names }: { id: string; title: string; names: string[] }) {
  if (!names.length) return null;
  return (
    <Section id={id} title={title}>
      <ul className={SHELF}>
        {names.map((name) => (
          <ArtistTile key={name} name={name} className={SHELF_TILE} />
        ))}
      </ul>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-8" aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      {children}
    </section>
  );
}
