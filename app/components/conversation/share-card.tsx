// The card of a song, link or video shared in a chat.
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon, type IconName } from "~/components/ui/icon";
import { useBrokenImage } from "~/components/ui/use-broken-image";
import { type SharedContent, videoPlayerUrl, videoThumbnailUrl } from "~/models/conversation/share";

/** Picks the card by the message's type. An inert one can't be opened. */
export function ShareCard({ shared, isInert = false }: { shared: SharedContent; isInert?: boolean }) {
  if (isInert && shared.messageType !== "music_share") return <InertCard shared={shared} />;
  switch (shared.messageType) {
    case "music_share":
      return <SongCard {...shared.metadata} />;
    case "youtube_link":
      return (
        <LinkCard
          url={shared.metadata.url}
          label="YouTube"
          icon="video"
          picture={shared.metadata.videoId ? videoThumbnailUrl(shared.metadata.videoId) : undefined}
        />
      );
    case "spotify_link":
      return <LinkCard url={shared.metadata.url} label="Spotify" icon="music" />;
    case "youtube_video":
      return <VideoCard {...shared.metadata} />;
  }
}

function InertCard({ shared }: { shared: Exclude<SharedContent, { messageType: "music_share" }> }) {
  const label = shared.messageType === "spotify_link" ? "Spotify" : "YouTube";
  const { url, videoTitle } = { url: undefined, videoTitle: undefined, ...shared.metadata };
  return (
    <div className="card share">
      <Row icon="shield" label={label}>
        <span className="share-title">{videoTitle ?? url}</span>
        <span className="block text-soft">You can open it once you accept.</span>
      </Row>
    </div>
  );
}

function SongCard({ artist, title, album }: { artist: string; title: string; album?: string }) {
  return (
    <div className="card share">
      <Row icon="records" label="Song">
        <span className="share-title">{title}</span>
        <span className="block">{artist}</span>
        {album ? <span className="block text-soft">{album}</span> : null}
      </Row>
    </div>
  );
}

function LinkCard({
  url,
  label,
  icon,
  picture,
}: {
  url: string;
  label: "YouTube" | "Spotify";
  icon: IconName;
  picture?: string;
}) {
  return (
    <OutsideLink href={url} className="card share share-link">
      {picture ? <Thumbnail url={picture} /> : null}
      <Row icon={icon} label={`${label} link`}>
        <span className="share-title">Open in {label}</span>
        <span className="small-print block truncate">{url.replace(/^https:\/\/(www\.)?/, "")}</span>
      </Row>
    </OutsideLink>
  );
}

/** Opens the player in place of the thumbnail; without scripts it links to YouTube. */
function VideoCard({
  videoId,
  videoTitle,
  videoThumbnail,
  youtubeUrl,
}: Extract<SharedContent, { messageType: "youtube_video" }>["metadata"]) {
  const [isOpen, setIsOpen] = useState(false);
  const face = (
    <>
      <Thumbnail url={videoThumbnail || videoThumbnailUrl(videoId)} isVideo />
      <Row icon="video" label="YouTube video">
        <span className="share-title" dir="auto">
          {videoTitle}
        </span>
        <span className="share-action">Click to watch</span>
      </Row>
    </>
  );
  if (!useHydrated()) {
    return (
      <OutsideLink href={youtubeUrl} className="card share share-link">
        {face}
      </OutsideLink>
    );
  }
  return (
    <div className={isOpen ? "card share share-open" : "card share"}>
      {isOpen ? (
        <div className="share-picture">
          <iframe
            className="cover"
            title={videoTitle}
            src={videoPlayerUrl(videoId)}
            // YouTube's player refuses to play without the origin of the embedding site; it never gets the page.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
          />
        </div>
      ) : null}
      <div className="spread">
        <button
          type="button"
          className="share-link share-toggle"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <span className="share-action">Hide Video</span> : face}
        </button>
        {isOpen ? (
          <OutsideLink href={youtubeUrl} className="share-external link">
            Open in YouTube
          </OutsideLink>
        ) : null}
      </div>
    </div>
  );
}

function Row({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <span className="share-body">
      <Icon name={icon} className="flex-none" />
      <span className="ml-3 min-w-0 flex-1">
        <span className="eyebrow block">{label}</span>
        {children}
      </span>
    </span>
  );
}

function Thumbnail({ url, isVideo = false }: { url: string; isVideo?: boolean }) {
  const { isBroken, image } = useBrokenImage(url);
  return (
    <span className="share-picture">
      {isBroken ? (
        <Icon name="video" className="cover p-8 text-soft" />
      ) : (
        <img
          {...image}
          src={url}
          alt=""
          className="cover object-cover"
          width={480}
          height={360}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      )}
      {isVideo ? (
        <span className="share-play">
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
      <span className="sr-only"> (in a new tab)</span>
    </a>
  );
}
