// What was shared in a chat, as it stands in its message: a song, a link, a video.
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { playerOf, type Shared, thumbnailOf } from "~/models/share";
import { Icon, type IconName } from "./icons";

/** The card of anything that can be shared. */
export function ShareCard({ shared }: { shared: Shared }) {
  switch (shared.messageType) {
    case "music_share":
      return <SongCard {...shared.metadata} />;
    case "youtube_link":
      return (
        <LinkCard
          url={shared.metadata.url}
          label="YouTube"
          icon="video"
          picture={shared.metadata.videoId ? thumbnailOf(shared.metadata.videoId) : undefined}
        />
      );
    case "spotify_link":
      return <LinkCard url={shared.metadata.url} label="Spotify" icon="music" />;
    case "youtube_video":
      return <VideoCard {...shared.metadata} />;
  }
}

function SongCard({ artist, title, album }: { artist: string; title: string; album?: string }) {
  return (
    <div className="share">
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
    <OutsideLink href={url} className="share share-link">
      {picture ? <Thumbnail url={picture} /> : null}
      <Row icon={icon} label={`${label} link`}>
        <span className="share-title">Open in {label}</span>
        <span className="share-address">{url.replace(/^https:\/\/(www\.)?/, "")}</span>
      </Row>
    </OutsideLink>
  );
}

/** With scripts a click opens the player in its place; without, and until they run, it leads to YouTube. */
function VideoCard({
  videoId,
  videoTitle,
  videoThumbnail,
  youtubeUrl,
}: Extract<Shared, { messageType: "youtube_video" }>["metadata"]) {
  const [isOpen, setIsOpen] = useState(false);
  const face = (
    <>
      <Thumbnail url={videoThumbnail || thumbnailOf(videoId)} isVideo />
      <Row icon="video" label="YouTube video">
        <span className="share-title" dir="auto">
          {videoTitle}
        </span>
        <span className="share-more">Click to watch</span>
      </Row>
    </>
  );
  if (!useHydrated()) {
    return (
      <OutsideLink href={youtubeUrl} className="share share-link">
        {face}
      </OutsideLink>
    );
  }
  return (
    <div className={isOpen ? "share share-open" : "share"}>
      {isOpen ? (
        <div className="share-picture">
          <iframe
            title={videoTitle}
            src={playerOf(videoId)}
            // The player plays only where it is told the site that it stands on; the page is not told.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
          />
        </div>
      ) : null}
      <div className="share-foot">
        <button
          type="button"
          className="share-link share-toggle"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <span className="share-more">Hide Video</span> : face}
        </button>
        {isOpen ? (
          <OutsideLink href={youtubeUrl} className="share-out link">
            Open in YouTube
          </OutsideLink>
        ) : null}
      </div>
    </div>
  );
}

function Row({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <span className="share-row">
      <Icon name={icon} className="flex-none" />
      <span className="ml-3 min-w-0 flex-1">
        <span className="catalogue block">{label}</span>
        {children}
      </span>
    </span>
  );
}

function Thumbnail({ url, isVideo = false }: { url: string; isVideo?: boolean }) {
  return (
    <span className="share-picture">
      <img src={url} alt="" width={480} height={360} loading="lazy" referrerPolicy="no-referrer" />
      {isVideo ? (
        <span className="share-play">
          <Icon name="play" />
        </span>
      ) : null}
    </span>
  );
}

/** Leads to another site, in a tab of its own that learns nothing of this one. */
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
