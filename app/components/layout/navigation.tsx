// The navigation: the top bar, the menu of small screens, and the bottom bar.

import { Link, NavLink, useLocation } from "@remix-run/react";
import { signInPath } from "~/auth/return-path";
import { COMMUNITY_NAME } from "~/community";
import { type Message, msg, t } from "~/language/text";
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
import { TopBar } from "./top-bar";

type NavigationCounts = Omit<Counts, "newest" | "lastEventId">;

type Destination = { to: string; label: Message; icon: IconName; counts?: keyof typeof countsOf };

const destinations: Destination[] = [
  { to: "/", label: msg("Home"), icon: "home" },
  { to: "/discover", label: msg("Discover"), icon: "discover" },
  { to: "/matches", label: msg("Matches"), icon: "matches", counts: "mutualMatches" },
  { to: "/messages", label: msg("Messages"), icon: "messages", counts: "conversations" },
  { to: "/records", label: msg("Records"), icon: "records" },
  { to: "/playlists", label: msg("Playlists"), icon: "playlists" },
  { to: "/shows", label: msg("Shows"), icon: "shows" },
  { to: "/trivia", label: msg("Trivia"), icon: "trivia" },
  { to: "/profile", label: msg("Profile"), icon: "profile" },
];
const settings: Destination = { to: SETTINGS_PATH, label: msg("Settings"), icon: "settings" };
/** For those who moderate. */
const moderation: Destination = { to: "/moderation", label: msg("Moderation"), icon: "alert" };
const help: Destination = { to: "/help", label: msg("Help and Safety"), icon: "shield" };
const countsOf = {
  mutualMatches: {
    // Counts go to "99+".
    total: (count: number) =>
      t("{count, plural, one {{shown} mutual match} other {{shown} mutual matches}}", {
        count,
        shown: formatCount(count),
      }),
    unseen: "newMatches",
  },
  conversations: {
    total: (count: number) =>
      t("{count, plural, one {{shown} conversation} other {{shown} conversations}}", {
        count,
        shown: formatCount(count),
      }),
    unseen: "unread",
  },
} as const;

type NavigationProps = {
  firstName: string;
  face: Face;
  counts: NavigationCounts;
  isWaiting: boolean;
  logo: string | undefined;
};

/** The destinations that a member can open; for members who wait to be let in, Home is the page that says so. */
function listDestinations(isWaiting: boolean): Destination[] {
  if (!isWaiting) return destinations;
  return destinations
    .map((destination) => (destination.to === "/" ? { ...destination, to: WAITING_PATH } : destination))
    .filter(({ to }) => isOpenToWaiting(to));
}

/** The skip link to #main and the top bar of members. */
export function Navigation({ firstName, face, counts, isWaiting, logo }: NavigationProps) {
  return (
    <>
      <SkipLink />
      <TopBar>
        {/* Home and Profile are among the links, so these two need no tab stop. */}
        <Link to="/" aria-label={t("{community}, home", { community: COMMUNITY_NAME })} tabIndex={-1}>
          <Wordmark logo={logo} />
        </Link>
        <nav aria-label={t("Main")} className="hidden lg:block">
          <ul className="flex flex-wrap">
            {listDestinations(isWaiting).map((destination) => (
              <li key={destination.to}>
                <DestinationLink destination={destination} counts={counts} look="bar" />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center">
          {counts.toModerate === null ? null : (
            <NavLink
              to={moderation.to}
              title={t(moderation.label)}
              className="icon-button size-[2.75rem] font-display text-xl font-bold tracking-[0.02em] aria-[current]:text-red min-[1200px]:w-auto min-[1200px]:px-3"
            >
              <Icon name={moderation.icon} className="size-[1.5rem] min-[1200px]:hidden" />
              <span className="max-[1199px]:sr-only">{t(moderation.label)}</span>
              <CountBadge count={counts.toModerate} isOpen className="absolute right-0 top-0" />
            </NavLink>
          )}
          {isWaiting ? null : <Bell counts={counts} />}
          {/* Where the moderators' link takes its place, the menu leads to the profile too. */}
          <Link
            to="/profile"
            className={`mx-1 rounded-full p-0.5 ${counts.toModerate === null ? "" : "max-[419px]:hidden"}`}
            tabIndex={-1}
          >
            <Avatar face={face} size="small" round />
            <span className="sr-only">{t("{firstName}, your profile", { firstName })}</span>
          </Link>
          <NavLink
            to={settings.to}
            title={t(settings.label)}
            className="icon-button size-[2.75rem] aria-[current]:text-red max-lg:hidden"
          >
            <Icon name={settings.icon} className="size-[1.5rem]" />
            <span className="sr-only">{t(settings.label)}</span>
          </NavLink>
          <a
            href="/api/logout"
            className="p-2 font-display text-xl font-bold leading-7 tracking-[0.02em] hover:text-red max-lg:hidden"
          >
            {t("Logout")}
          </a>
          <Menu counts={counts} isWaiting={isWaiting} />
        </div>
      </TopBar>
    </>
  );
}

/**
 * The top bar without navigation: for visitors, with a link to sign in (unless they are doing so) that remembers the artist
 * they have asked about, and for members in their first run.
 */
export function PlainBar({ isMember, logo }: { isMember: boolean; logo: string | undefined }) {
  const { pathname, search } = useLocation();
  const hasSignIn = !isMember && !pathname.startsWith("/oidc");
  const asked = artistPath(new URLSearchParams(search).get("artist") ?? "");
  return (
    <>
      <SkipLink />
      <TopBar>
        <a href="/" aria-label={t("{community}, home", { community: COMMUNITY_NAME })}>
          <Wordmark logo={logo} />
        </a>
        {hasSignIn ? (
          <ButtonAnchor href={asked ? signInPath(asked) : "/api/login"}>{t("Sign In")}</ButtonAnchor>
        ) : null}
      </TopBar>
    </>
  );
}

/** The first five destinations, fixed to the bottom of small screens. Comes after the page's content. */
export function BottomBar({ counts, isWaiting }: Pick<NavigationProps, "counts" | "isWaiting">) {
  return (
    <nav
      aria-label={t("Shortcuts")}
      // Low windows leave the space to the page.
      className="bottom-bar fixed inset-x-0 bottom-0 z-bottom-bar border-t bg-paper pb-[env(safe-area-inset-bottom,0)] lg:hidden print:hidden [@media(max-height:480px)]:static"
    >
      <ul className="mx-auto flex max-w-[560px] justify-center">
        {listDestinations(isWaiting)
          .slice(0, 5)
          .map((destination) => (
            // Fixed fifths: shared out evenly, links would shift as later ones arrive.
            <li key={destination.to} className="flex-[0_0_20%]">
              <DestinationLink destination={destination} counts={counts} look="shortcut" />
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
      {t("Skip to content")}
    </a>
  );
}

/** The looks of links in the top bar, the menu and the bottom bar, each with its mark of the current screen. */
const looks = {
  bar: {
    link: "min-h-16 max-[1063px]:px-1 aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-px aria-[current]:after:h-[5px] aria-[current]:after:bg-red max-[1063px]:aria-[current]:after:inset-x-1",
    icon: null,
    label: undefined,
    badge: "ml-1",
  },
  menu: {
    link: "group aria-[current]:text-red",
    icon: "mr-3",
    label: "group-aria-[current]:border-b-[3px] group-aria-[current]:border-red",
    badge: "ml-1",
  },
  shortcut: {
    // Larger letters stop growing where the longest name fills its fifth.
    link: "min-h-[60px] flex-col justify-center px-1 text-sm leading-[1.4] supports-[width:min(1px,1px)]:text-[min(0.875rem,4.4vw)] focus:-outline-offset-4 aria-[current]:text-red aria-[current]:before:absolute aria-[current]:before:inset-x-3 aria-[current]:before:-top-px aria-[current]:before:h-[5px] aria-[current]:before:bg-red",
    icon: "size-[1.5rem]",
    label: undefined,
    // With larger text it grows upwards, not over the name below.
    badge: "absolute bottom-[calc(100%-1.5rem)] left-1/2 ml-[0.375rem]",
  },
};

function DestinationLink({
  destination,
  counts,
  look,
}: {
  destination: Destination;
  counts: NavigationCounts;
  look: keyof typeof looks;
}) {
  const { link, icon, label, badge } = looks[look];
  return (
    <NavLink to={destination.to} end={destination.to === "/"} className={`nav-link ${link}`}>
      {icon ? <Icon name={destination.icon} className={icon} /> : null}
      <span className={label}>{t(destination.label)}</span>
      {destination.counts ? (
        <DestinationCounts of={destination.counts} counts={counts} badge={badge} />
      ) : null}
    </NavLink>
  );
}

/** The badge counts what is new; the total is read out. */
function DestinationCounts({
  of,
  counts,
  badge,
}: {
  of: keyof typeof countsOf;
  counts: NavigationCounts;
  badge: string;
}) {
  const { total, unseen } = countsOf[of];
  // Opening Matches marks them all as seen, but the shell was counted before that.
  const isSeen = useLocation().pathname === "/matches" && of === "mutualMatches";
  return (
    <>
      {counts[of] ? <span className="sr-only">{` ${total(counts[of])}`}</span> : null}
      <CountBadge count={isSeen ? 0 : counts[unseen]} className={badge} />
    </>
  );
}

/** The badge counts what is new; the total is read out. */
function Bell({ counts: { mutualMatches, conversations, notifications } }: { counts: NavigationCounts }) {
  const total = mutualMatches + conversations;
  return (
    <Link to="/notifications" className="icon-button size-[2.75rem]">
      {/* It grows with the text, or the count would cover it. */}
      <Icon name="bell" className="size-[1.5rem]" />
      <span className="sr-only">{t("Notifications")}</span>
      <CountBadge count={notifications} className="absolute right-0 top-0" />
      {total ? (
        <span className="sr-only">{` ${t("{count} in Matches and Messages", { count: formatCount(total) })}`}</span>
      ) : null}
    </Link>
  );
}

function Menu({ counts, isWaiting }: Pick<NavigationProps, "counts" | "isWaiting">) {
  const icon = (
    <>
      <Icon name="menu" className="group-open:hidden" />
      <Icon name="close" className="hidden group-open:block" />
    </>
  );
  return (
    <Disclosure label={t("Menu")} icon={icon} className="menu group lg:hidden">
      <nav aria-label={t("Menu")} className="absolute left-0 top-full w-full border-y bg-paper py-2">
        <ul className="page">
          {[...listDestinations(isWaiting), settings, help].map((destination) => (
            <li key={destination.to}>
              <DestinationLink destination={destination} counts={counts} look="menu" />
            </li>
          ))}
          <li>
            <a href="/api/logout" className="nav-link">
              <Icon name="logout" className="mr-3" />
              <span>{t("Logout")}</span>
            </a>
          </li>
        </ul>
      </nav>
    </Disclosure>
  );
}
