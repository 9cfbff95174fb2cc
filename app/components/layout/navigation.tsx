// The way around for a member who is signed in: the bar on top, the menu of small screens, the bar at the bottom.
import { Link, NavLink, useLocation } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { type Counts, newWords } from "~/models/counts";
import { Avatar } from "./avatar";
import { ButtonAnchor } from "./button";
import { Icon, type IconName } from "./icons";
import { Wordmark } from "./logo";
import { CountBadge } from "./sleeve";

type NavigationCounts = Pick<Counts, "mutualMatches" | "conversations" | "unread">;

type Place = { to: string; label: string; icon: IconName; counts?: keyof typeof countNames };

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
const countNames = { mutualMatches: "mutual matches", conversations: "conversations" };

/** The skip link to #main and the bar on top. */
export function Navigation({
  firstName,
  avatarUrl,
  counts,
}: {
  firstName: string;
  avatarUrl: string;
  counts: NavigationCounts;
}) {
  return (
    <>
      <SkipLink />
      <header className="bar">
        <div className="page bar-row">
          <Link to="/" aria-label="B-Side, home" className="bar-logo">
            <Wordmark />
          </Link>
          <nav aria-label="Main" className="bar-links">
            <ul>
              {places.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} counts={counts} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="bar-end">
            <Bell count={counts.mutualMatches + counts.conversations} />
            <Link to="/profile" aria-label={`${firstName}, your profile`} className="bar-avatar">
              <Avatar url={avatarUrl} size="small" round />
            </Link>
            <a href="/api/logout" className="bar-logout">
              Logout
            </a>
            <Menu counts={counts} />
          </div>
        </div>
      </header>
    </>
  );
}

/** The bar on top of what a visitor sees; on the way through sign-in it does not offer to sign in. */
export function VisitorBar() {
  const signingIn = useLocation().pathname.startsWith("/oidc");
  return (
    <>
      <SkipLink />
      <header className="bar">
        <div className="page bar-row">
          <a href="/" aria-label="B-Side, home" className="bar-logo">
            <Wordmark />
          </a>
          {signingIn ? null : <ButtonAnchor href="/api/login">Sign In</ButtonAnchor>}
        </div>
      </header>
    </>
  );
}

/** The first five places, fixed to the bottom of small screens. Stands after the page's content. */
export function BottomBar({ counts }: { counts: NavigationCounts }) {
  return (
    <nav aria-label="Shortcuts" className="bottom-bar">
      <ul>
        {places.slice(0, 5).map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} counts={counts} icon />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Jumps over the bars to the element with the id `main`. */
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
  const badge = place.counts ? (
    <CountBadge count={counts[place.counts]} label={countNames[place.counts]} />
  ) : null;
  return (
    <NavLink to={place.to} end={place.to === "/"} className="place">
      {icon ? <Icon name={place.icon} /> : null}
      <span className="place-name">{place.label}</span>
      {badge}
      {place.to === "/messages" && counts.unread ? (
        <span className="place-new">{newWords(counts.unread)}</span>
      ) : null}
    </NavLink>
  );
}

function Bell({ count }: { count: number }) {
  return (
    <Link to="/matches" className="icon-button bar-bell">
      <Icon name="bell" />
      <span className="sr-only">Matches and conversations</span>
      <CountBadge count={count} label="in all" />
    </Link>
  );
}

/** A `<details>`, so that it opens without scripts; with them it closes on Escape and on choosing. */
function Menu({ counts }: { counts: NavigationCounts }) {
  const menu = useRef<HTMLDetailsElement>(null);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  }

  function closeOnChoice(event: MouseEvent) {
    if (menu.current && event.target instanceof Element && event.target.closest("a"))
      menu.current.open = false;
  }

  return (
    <details ref={menu} className="menu" onKeyDown={closeOnEscape} onClick={closeOnChoice}>
      <summary className="icon-button" aria-label="Menu">
        <Icon name="menu" className="menu-shut" />
        <Icon name="close" className="menu-open" />
      </summary>
      <nav aria-label="Menu" className="menu-panel">
        <ul className="page">
          {places.map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} counts={counts} icon />
            </li>
          ))}
          <li>
            <a href="/api/logout" className="place">
              <Icon name="logout" />
              <span className="place-name">Logout</span>
            </a>
          </li>
        </ul>
      </nav>
    </details>
  );
}
