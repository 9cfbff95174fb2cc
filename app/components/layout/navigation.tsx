// The navigation: the top bar, the menu of small screens, and the bottom bar.
import { Link, NavLink, useLocation } from "@remix-run/react";
import { signInPath } from "~/auth/return-path";
import { isOpenToWaiting } from "~/models/account/open-paths";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { WAITING_PATH } from "~/models/account/waiting/waiting";
import { artistPath } from "~/models/artist/artist";
import { formatCount } from "~/models/count";
import type { Counts } from "~/models/notification/counts";
import type { Face } from "~/models/public-member";
import { Avatar } from "~/ui/avatar";
import { ButtonAnchor } from "~/ui/button";
import { CountBadge } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Icon, type IconName } from "~/ui/icon";
import { Wordmark } from "./logo";

type NavigationCounts = Omit<Counts, "newest" | "lastEventId">;

type Place = { to: string; label: string; icon: IconName; counts?: keyof typeof countsOf };

const places: Place[] = [
  { to: "/", label: "Home", icon: "home" },
  { to: "/discover", label: "Discover", icon: "discover" },
  { to: "/matches", label: "Matches", icon: "matches", counts: "mutualMatches" },
  { to: "/messages", label: "Messages", icon: "messages", counts: "conversations" },
  { to: "/records", label: "Records", icon: "records" },
  { to: "/playlists", label: "Playlists", icon: "playlists" },
  { to: "/trivia", label: "Trivia", icon: "trivia" },
  { to: "/profile", label: "Profile", icon: "profile" },
];
const settings: Place = { to: SETTINGS_PATH, label: "Settings", icon: "settings" };
/** For those who moderate. */
const moderation: Place = { to: "/moderation", label: "Moderation", icon: "alert" };
const help: Place = { to: "/help", label: "Help and Safety", icon: "shield" };
const countsOf = {
  mutualMatches: { one: "mutual match", many: "mutual matches", unseen: "newMatches" },
  conversations: { one: "conversation", many: "conversations", unseen: "unread" },
} as const;

type NavigationProps = { firstName: string; face: Face; counts: NavigationCounts; isWaiting: boolean };

/** The destinations that a member can open; the home of those who wait to be let in is the page that says so. */
function listPlaces(isWaiting: boolean): Place[] {
  if (!isWaiting) return places;
  return places
    .map((place) => (place.to === "/" ? { ...place, to: WAITING_PATH } : place))
    .filter(({ to }) => isOpenToWaiting(to));
}

/** The skip link to #main and the top bar of members. */
export function Navigation({ firstName, face, counts, isWaiting }: NavigationProps) {
  return (
    <>
      <SkipLink />
      <header className="top-bar">
        <div className="page spread top-bar-row">
          {/* Home and Profile are among the links, so these two need no tab stop. */}
          <Link to="/" aria-label="B-Side, home" tabIndex={-1}>
            <Wordmark />
          </Link>
          <nav aria-label="Main" className="top-bar-links">
            <ul className="flex flex-wrap">
              {listPlaces(isWaiting).map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} counts={counts} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="top-bar-end">
            {counts.toModerate === null ? null : (
              <NavLink
                to={moderation.to}
                title={moderation.label}
                className="icon-button top-bar-icon top-bar-named"
              >
                <Icon name={moderation.icon} />
                <span className="top-bar-name">{moderation.label}</span>
                <CountBadge count={counts.toModerate} of="open" />
              </NavLink>
            )}
            {isWaiting ? null : <Bell counts={counts} />}
            <Link to="/profile" className="top-bar-avatar" tabIndex={-1}>
              <Avatar face={face} size="small" round />
              <span className="sr-only">{firstName}, your profile</span>
            </Link>
            <NavLink
              to={settings.to}
              title={settings.label}
              className="icon-button top-bar-icon top-bar-settings"
            >
              <Icon name={settings.icon} />
              <span className="sr-only">{settings.label}</span>
            </NavLink>
            <a href="/api/logout" className="top-bar-logout">
              Logout
            </a>
            <Menu counts={counts} isWaiting={isWaiting} />
          </div>
        </div>
      </header>
    </>
  );
}

/**
 * The top bar without navigation: of visitors, with a link to sign in unless they are doing so, which leads to the artist they
 * have asked about, and of members in their first run.
 */
export function PlainBar({ isMember }: { isMember: boolean }) {
  const { pathname, search } = useLocation();
  const hasSignIn = !isMember && !pathname.startsWith("/oidc");
  const asked = artistPath(new URLSearchParams(search).get("artist") ?? "");
  return (
    <>
      <SkipLink />
      <header className="top-bar">
        <div className="page spread top-bar-row">
          <a href="/" aria-label="B-Side, home">
            <Wordmark />
          </a>
          {hasSignIn ? (
            <ButtonAnchor href={asked ? signInPath(asked) : "/api/login"}>Sign In</ButtonAnchor>
          ) : null}
        </div>
      </header>
    </>
  );
}

/** The first five destinations, fixed to the bottom of small screens. Comes after the page's content. */
export function BottomBar({ counts, isWaiting }: Pick<NavigationProps, "counts" | "isWaiting">) {
  return (
    <nav aria-label="Shortcuts" className="bottom-bar">
      <ul>
        {listPlaces(isWaiting)
          .slice(0, 5)
          .map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} counts={counts} icon />
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Skips the bars to the element with the id `main`. */
function SkipLink() {
  return (
    <a href="#main" className="skip-link">
      Skip to content
    </a>
  );
}

function PlaceLink({
  place,
  counts,
  icon = false,
}: {
  place: Place;
  counts: NavigationCounts;
  icon?: boolean;
}) {
  return (
    <NavLink to={place.to} end={place.to === "/"} className="nav-link">
      {icon ? <Icon name={place.icon} /> : null}
      <span className="nav-label">{place.label}</span>
      {place.counts ? <PlaceCounts of={place.counts} counts={counts} /> : null}
    </NavLink>
  );
}

/** The badge counts what is new; the total is read out. */
function PlaceCounts({ of, counts }: { of: keyof typeof countsOf; counts: NavigationCounts }) {
  const { one, many, unseen } = countsOf[of];
  // Opening Matches sees them all, but its frame was counted before that.
  const isSeen = useLocation().pathname === "/matches" && of === "mutualMatches";
  return (
    <>
      <Total count={counts[of]} of={counts[of] === 1 ? one : many} />
      <CountBadge count={isSeen ? 0 : counts[unseen]} />
    </>
  );
}

/** The badge counts what is new; the total is read out. */
function Bell({ counts: { mutualMatches, conversations, notifications } }: { counts: NavigationCounts }) {
  return (
    <Link to="/notifications" className="icon-button top-bar-icon">
      <Icon name="bell" />
      <span className="sr-only">Notifications</span>
      <CountBadge count={notifications} />
      <Total count={mutualMatches + conversations} of="in Matches and Messages" />
    </Link>
  );
}

function Total({ count, of }: { count: number; of: string }) {
  return count ? <span className="sr-only">{` ${formatCount(count)} ${of}`}</span> : null;
}

function Menu({ counts, isWaiting }: Pick<NavigationProps, "counts" | "isWaiting">) {
  const icon = (
    <>
      <Icon name="menu" className="menu-closed-icon" />
      <Icon name="close" className="menu-open-icon" />
    </>
  );
  return (
    <Disclosure label="Menu" icon={icon} className="menu">
      <nav aria-label="Menu" className="menu-panel">
        <ul className="page">
          {[...listPlaces(isWaiting), settings, help].map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} counts={counts} icon />
            </li>
          ))}
          <li>
            <a href="/api/logout" className="nav-link">
              <Icon name="logout" />
              <span className="nav-label">Logout</span>
            </a>
          </li>
        </ul>
      </nav>
    </Disclosure>
  );
}
