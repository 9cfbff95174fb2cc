// The card of a song, link or video shared in a chat.
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ArtistLink } from "~/components/artist/artist-link";
import { ListenButton, type Listened, ListenSleeve } from "~/components/music/listen-button";
import { t } from "~/language/text";
import type { LinkDetails, MessageDto } from "~/models/conversation/message";
import { playerOf, playerPath, siteNames } from "~/models/conversation/player";
import { type SharedContent, UNKNOWN_VIDEO } from "~/models/conversation/share";
import { pictureSet } from "~/models/picture-url";
import { Button } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";
import { Sleeve } from "~/ui/sleeve";
import { useBrokenImage } from "~/ui/use-broken-image";

/** The link of a share, or the preview of its song; the id of its conversation once it is saved. */
type Shared = Pick<MessageDto, "id" | "previewUrl" | "link"> & { conversationId?: string };

/** Picks the card by the message's type. An inert one can't be opened; `listen` plays it together. */
export function ShareCard({
  message,
  isInert,
  listen,
}: {
  message: SharedContent & Shared;
  isInert: boolean;
  listen?: () => void;
}) {
  const { link: details, conversationId } = message;
  if (message.messageType === "music_share")
    return <SongCard {...message.metadata} previewUrl={message.previewUrl} listen={listen} />;
  const page = conversationId && playerPath({ conversationId, id: message.id });
  if (isInert) return <InertCard shared={message} title={details?.title} />;
  const player = playerOf(message);
  if (message.messageType === "youtube_video") {
    const { youtubeUrl } = message.metadata;
    const title = videoTitleOf(message.metadata, details);
    return (
      <PlayerCard
        page={page}
        listen={listen}
        song={title ? { artist: "", title } : undefined}
        player={{ title: title ?? t("YouTube video"), hide: t("Hide Video"), minHeight: "13rem" }}
        beside={
          <OutsideLink href={youtubeUrl} className="link inline-block px-2 py-2.5">
            {t("Open in {site}", { site: "YouTube" })}
          </OutsideLink>
        }
      >
        <Thumbnail url={details?.pictureUrl ?? null} isVideo />
        <Row icon="video" label={t("YouTube video")}>
          <span className="share-title" dir="auto">
            {title ?? bareAddress(youtubeUrl)}
          </span>
          <span className="inline-block font-semibold text-red">{t("Click to watch")}</span>
        </Row>
      </PlayerCard>
    );
  }
  const link = (
    <LinkCard shared={message} details={details} isPart={player !== undefined || details !== undefined} />
  );
  const song = details && { artist: details.artist ?? "", title: details.title };
  if (!player)
    return song ? (
      <div className="card share">
        {link}
        <ShareFoot song={song} listen={undefined} />
      </div>
    ) : (
      link
    );
  // Large letters need more room for the question than a narrow video.
  const minHeight = player.site === "spotify" ? "22rem" : "13rem";
  return (
    <PlayerCard
      page={page}
      listen={listen}
      song={song}
      player={{
        title: t("{site} player", { site: siteNames[player.site] }),
        hide: t("Hide Player"),
        minHeight,
      }}
      above={link}
    >
      <span className="inline-block px-2 py-2.5 font-semibold text-red">{t("Play here")}</span>
    </PlayerCard>
  );
}

function InertCard({
  shared,
  title,
}: {
  shared: Exclude<SharedContent, { messageType: "music_share" }>;
  title: string | undefined;
}) {
  // Not translated: names.
  const label = shared.messageType === "spotify_link" ? "Spotify" : "YouTube";
  const { url, videoTitle } = { url: undefined, videoTitle: undefined, ...shared.metadata };
  return (
    <div className="card share">
      <Row icon="shield" label={label}>
        <span className="share-title" dir="auto">
          {videoTitle ?? title ?? url}
        </span>
        <span className="block text-soft">{t("You can open it once you accept.")}</span>
      </Row>
    </div>
  );
}

function SongCard({
  album,
  listen,
  ...song
}: {
  artist: string;
  title: string;
  album?: string;
  previewUrl?: string;
  listen?: () => void;
}) {
  return (
    <div className="card share">
      <div className={song.previewUrl ? "flex items-start p-3 pb-6" : "flex items-start p-3"}>
        <ListenSleeve song={song} target="_blank">
          <Sleeve artist={song.artist} title={song.title} size="medium" />
        </ListenSleeve>
        <SongWords title={song.title} artist={<ArtistLink name={song.artist} />} album={album} />
      </div>
      <JointPlayButton listen={listen} />
    </div>
  );
}

/** What a shared song is called, beside its sleeve. */
export function SongWords({ title, artist, album }: { title: string; artist: ReactNode; album?: string }) {
  return (
    <div className="ml-3 min-w-0 flex-1">
      <span className="eyebrow block">{t("Song")}</span>
      <span className="share-title">{title}</span>
      <span className="block">{artist}</span>
      {album ? <span className="block text-soft">{album}</span> : null}
    </div>
  );
}

/** Links to the shared page itself; with `isPart` it is part of a card that also plays it. */
function LinkCard({
  shared,
  details,
  isPart,
}: {
  shared: Extract<SharedContent, { messageType: "youtube_link" | "spotify_link" }>;
  details: LinkDetails | undefined;
  isPart: boolean;
}) {
  const { url } = shared.metadata;
  // Not translated: names.
  const label = shared.messageType === "spotify_link" ? "Spotify" : "YouTube";
  return (
    <OutsideLink href={url} className={isPart ? "block share-link" : "card share share-link"}>
      {details?.pictureUrl ? <Thumbnail url={details.pictureUrl} /> : null}
      <Row icon={label === "Spotify" ? "music" : "video"} label={t("{site} link", { site: label })}>
        {details ? (
          <>
            <span className="share-title" dir="auto">
              {details.title}
            </span>
            {details.artist ? (
              <span className="block" dir="auto">
                {details.artist}
              </span>
            ) : null}
            <span className="small-print block">{t("Open in {site}", { site: label })}</span>
          </>
        ) : (
          <>
            <span className="share-title">{t("Open in {site}", { site: label })}</span>
            <span className="small-print block truncate">{bareAddress(url)}</span>
          </>
        )}
      </Row>
    </OutsideLink>
  );
}

/**
 * Opens the page that plays the share below its button (`children`, then `hide`), which is below `above`; without scripts the
 * button is a link to that page. A message that is being sent has no page yet.
 */
function PlayerCard({
  page,
  listen,
  song,
  player: { title, hide, minHeight },
  above,
  beside,
  children,
}: {
  page: string | undefined;
  listen: (() => void) | undefined;
  song: Listened | undefined;
  player: { title: string; hide: string; minHeight: string };
  above?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  return (
    <div className={isOpen ? "card share w-[480px]" : "card share"}>
      {above}
      {isHydrated || !page ? (
        <div className="spread">
          <button
            type="button"
            className="share-link min-h-target max-w-full flex-auto text-left"
            aria-expanded={isOpen}
            disabled={!page}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? (
              <span className="inline-block px-2 py-2.5 font-semibold text-red">{hide}</span>
            ) : (
              children
            )}
          </button>
          {isOpen ? beside : <ShareFoot song={song} listen={listen} />}
        </div>
      ) : (
        <>
          <OutsideLink href={page} className="share-link block min-h-target max-w-full text-left">
            {children}
          </OutsideLink>
          <ShareFoot song={song} listen={listen} />
        </>
      )}
      {isOpen ? (
        <div className="share-picture" style={{ minHeight }}>
          <iframe
            className="cover"
            title={title}
            src={page}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
          />
        </div>
      ) : null}
    </div>
  );
}

/** Other ways to play a share: together, or with other services if its words are known. */
function ShareFoot({ song, listen }: { song: Listened | undefined; listen: (() => void) | undefined }) {
  return (
    <div className="flex flex-auto items-center justify-between">
      <JointPlayButton listen={listen} />
      {song ? (
        <span className="ml-auto">
          <ListenButton song={song} target="_blank" />
        </span>
      ) : null}
    </div>
  );
}

/** The title of a video, if YouTube has given one. */
function videoTitleOf(
  { videoTitle }: { videoTitle: string },
  details: LinkDetails | undefined,
): string | undefined {
  return videoTitle === UNKNOWN_VIDEO ? details?.title : videoTitle;
}

function bareAddress(url: string): string {
  return url.replace(/^https:\/\/(www\.)?/, "");
}

/** Plays a share together with the other member of the chat. */
function JointPlayButton({ listen }: { listen: (() => void) | undefined }) {
  if (!useHydrated() || !listen) return null;
  return (
    <span className="p-2">
      <Button type="button" icon="play" onClick={listen}>
        {t("Listen together")}
      </Button>
    </span>
  );
}

function Row({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <span className="flex items-start p-3">
      <Icon name={icon} className="flex-none" />
      <span className="ml-3 min-w-0 flex-1">
        <span className="eyebrow block">{label}</span>
        {children}
      </span>
    </span>
  );
}

function Thumbnail({ url, isVideo = false }: { url: string | null; isVideo?: boolean }) {
  const { isBroken, image } = useBrokenImage(url);
  return (
    <span className="share-picture">
      {isBroken || url === null ? (
        <Icon name="video" className="cover p-8 text-soft" />
      ) : (
        <img
          {...image}
          src={url}
          srcSet={pictureSet(url)}
          sizes="280px"
          alt=""
          className="cover object-cover"
          width={768}
          height={384}
          loading="lazy"
        />
      )}
      {isVideo ? (
        <span className="absolute left-1/2 top-1/2 -ml-7 -mt-7 flex h-14 w-14 items-center justify-center rounded-full bg-red text-on-red">
          <Icon name="play" />
        </span>
      ) : null}
    </span>
  );
}

/** Links to another site in a new tab, without referrer or opener. */
function OutsideLink({
  href,
  className,
  children,
}: {
  href: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only"> {t("(in a new tab)")}</span>
    </a>
  );
}
