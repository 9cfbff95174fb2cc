import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { submitPreferences, submitProfile, submitWishes } from "~/actions/profile/profile-forms.server";
import { titled } from "~/community";
import { MusicFileFooter } from "~/components/music-account/music-file";
import { SpotifyArtists } from "~/components/music-account/spotify-artists";
import { MusicStatistics } from "~/components/profile/music-statistics";
import {
  AccountLinks,
  COVER_PENDING,
  PHOTO_PENDING,
  type ProfileHead,
  ProfileHeader,
} from "~/components/profile/profile-header";
import { requireMember } from "~/http/page.server";
import { refreshMusicAccountsInBackground } from "~/http/service-consent.server";
import { msg, t } from "~/language/text";
import { previewWishes } from "~/models/match/discover.server";
import { getOwnCard } from "~/models/match/member-card.server";
import { readAnthem } from "~/models/member/anthem.server";
import { type Member, readProfile, toOwnMember } from "~/models/member/member.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import { PHOTOS_PATH, profilePath, tabOf } from "~/models/member/profile";
import { toPromptDtos } from "~/models/member/prompt";
import { readOwnWishes } from "~/models/member/wishes.server";
import { readConsent } from "~/models/member/wishes-consent.server";
import { getPreferences, preferencesVersion } from "~/models/music/preferences.server";
import { servicesSetUp } from "~/models/music-account/music-account.server";
import { getPlayCount } from "~/models/music-account/music-import.server";
import { listShownProfiles, listSpotifyArtists } from "~/models/music-account/shown-artists.server";
import type { PhotoDto } from "~/models/picture/photos";
import { listPhotosForOthers, readOwnPhotos } from "~/models/picture/photos.server";
import { pictureUrl } from "~/models/picture-url";
import { SHOWN_PLAYLISTS } from "~/models/playlist/playlist";
import { listShownPlaylists } from "~/models/playlist/playlist-list.server";
import { faceOf, fullNameOf } from "~/models/public-member";
import { readTodaysAnswer } from "~/models/question/answer-list.server";
import { SHOWN_RECORDS } from "~/models/record/record";
import { listShownRecords, readShownLimit } from "~/models/record/shown-record.server";
import { versionOf } from "~/models/version.server";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { Tabs } from "~/ui/tabs";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

/** Loads a form of this id. If that fails, a form that was served stays as it is, and any other shows a link to load it. */
function lazyForm<Props>(id: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(() => {
      if (!document.getElementById(id)) window.location.reload();
      return new Promise<never>(() => undefined);
    }),
  );
}

// The page and each form load with their tab.
const MemberProfile = lazyForm("own-page", async () => ({
  default: (await import("~/components/member/member-profile")).MemberProfile,
}));
const ProfileForm = lazyForm("edit-profile", async () => ({
  default: (await import("~/components/profile/profile-form")).ProfileForm,
}));
const PreferencesForm = lazyForm("preferences", async () => ({
  default: (await import("~/components/profile/preferences-form")).PreferencesForm,
}));
const WishesTab = lazyForm("wishes", async () => ({
  default: (await import("~/components/profile/wishes-form")).WishesTab,
}));

const PAGE = profilePath("page");
const forms = [
  { to: profilePath("profile"), label: msg("Profile Settings") },
  { to: profilePath("music"), label: msg("Music Preferences") },
  { to: profilePath("meet"), label: msg("Who to Meet") },
];

const titles = {
  page: msg("Profile"),
  profile: msg("Settings · Profile"),
  music: msg("Music Preferences · Profile"),
  meet: msg("Who to Meet · Profile"),
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(t(titles[data?.tab ?? "page"])) },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preferences = await getPreferences(member.id);
  const { placeName } = member;
  const profile = readProfile(member);
  const pictures = toOwnMember(member);
  const head = {
    ...profile,
    name: fullNameOf(member),
    location: placeName ?? (profile.location || null),
    face: faceOf(pictures, preferences?.topArtists[0]),
    coverUrl: member.pendingCoverId ? pictureUrl(member.pendingCoverId, "banner") : pictures.coverImageUrl,
    isPhotoPending: member.pendingPhotoId !== null,
    isCoverPending: member.pendingCoverId !== null,
  };
  const tab = tabOf(request.url);
  if (tab === "page") return { tab, head, preferences, page: await readOwnPage(request, member) };
  if (tab === "meet") {
    const wishes = readOwnWishes(member);
    const form = { wishes, version: versionOf(wishes), consent: readConsent(member) };
    return { tab, head, preferences, ...form, preview: await previewWishes(member) };
  }
  if (tab === "music") {
    refreshMusicAccountsInBackground(member.id);
    const onSpotify = await listSpotifyArtists(member.id, member.id);
    const playCount = (await getPlayCount(member.id)) ?? (servicesSetUp().lastfm ? undefined : null);
    return { tab, head, preferences, version: preferencesVersion(preferences), playCount, onSpotify };
  }
  const { others, towns } = getPlaceSuggestions(profile.location, placeName);
  const form = { profile, version: versionOf(profile), town: { name: placeName, others }, towns };
  return { tab, head, preferences, form, ...(await readOwnPhotos(member)) };
}

/** What others see of a member, without what depends on the viewer. */
async function readOwnPage(request: Request, member: Member) {
  const { id } = member;
  const limit = Math.max(SHOWN_RECORDS, readShownLimit(request.url));
  const [card, collection, playlists, onSpotify, profiles, anthem, photos, today] = await Promise.all([
    getOwnCard(member),
    listShownRecords(id, id, limit),
    listShownPlaylists(id, id, SHOWN_PLAYLISTS),
    listSpotifyArtists(id, id),
    listShownProfiles(id, id),
    readAnthem(id, member.anthem),
    listPhotosForOthers(member),
    readTodaysAnswer(id, id),
  ]);
  return {
    ...{ card, collection, playlists, onSpotify, profiles, anthem, photos, today },
    ...{ liked: null, mutual: false, isConnected: false, canSendNote: false, hasTown: true },
    common: { records: [], count: 0 },
    wanted: { theirs: { records: [], count: 0 }, yours: { records: [], count: 0 } },
    prompts: toPromptDtos(member.prompts),
    unit: "miles" as const,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const tab = tabOf(request.url);
  const submits = {
    page: submitProfile,
    profile: submitProfile,
    music: submitPreferences,
    meet: submitWishes,
  };
  return submits[tab](request);
}

export { clientAction } from "~/forms/client-action";

export default function Profile() {
  const profile = useLoaderData<typeof loader>();
  const { head, preferences, tab } = profile;
  if (profile.tab === "page")
    return (
      <>
        <Outlet />
        <MissingDetails age={head.age === null} preferences={preferences === null} />
        <LateForm>
          <div id="own-page">
            <MemberProfile page={profile.page} own={<OwnActions head={head} />} />
          </div>
        </LateForm>
      </>
    );
  return (
    <>
      <Outlet />
      <ProfileHeader head={head} tab={tab} />
      <MissingDetails age={head.age === null} preferences={preferences === null} />
      <Tabs
        label={t("Profile")}
        tabs={[
          { to: PAGE, label: t("My Page"), current: false },
          ...forms.map(({ to, label }) => ({ to, label: t(label), current: to === profilePath(tab) })),
        ]}
      />
      {profile.tab === "meet" ? (
        <LateForm>
          <WishesTab
            wishes={profile.wishes}
            version={profile.version}
            consent={profile.consent}
            preview={profile.preview}
          />
        </LateForm>
      ) : profile.tab === "music" ? (
        <div className="stack">
          <LateForm>
            <PreferencesForm
              preferences={preferences}
              version={profile.version}
              playCount={profile.playCount}
            />
          </LateForm>
          <SpotifyArtists
            artists={profile.onSpotify}
            note={t(
              "What you play most, from Spotify. Others see it on your profile, and it doesn't count toward your matches.",
            )}
          />
          <MusicFileFooter />
        </div>
      ) : (
        <>
          <OwnPhotos photos={profile.photos} />
          <div className="profile-columns">
            <Card title={t("Edit Profile")}>
              <LateForm>
                <ProfileForm {...profile.form} />
              </LateForm>
            </Card>
            <MusicStatistics preferences={preferences} />
          </div>
        </>
      )}
    </>
  );
}

/** Replaces Pass and Like on one's own page: links to the forms behind it. */
function OwnActions({ head: { isPhotoPending, isCoverPending } }: { head: ProfileHead }) {
  return (
    <div className="mt-4">
      <p>{t("This is how others see you. They also see your match score and how far away you are.")}</p>
      {isPhotoPending ? <p className="mt-2 text-soft">{t(PHOTO_PENDING)}</p> : null}
      {isCoverPending ? <p className="mt-2 text-soft">{t(COVER_PENDING)}</p> : null}
      <nav aria-label={t("Profile")} className="cluster mt-3">
        {forms.map(({ to, label }) => (
          <ButtonLink key={to} to={to}>
            {t(label)}
          </ButtonLink>
        ))}
      </nav>
      <AccountLinks />
    </div>
  );
}

/**
 * A boundary for a single lazy form: without it, React would report a mismatch for whatever follows a form that hasn't loaded.
 */
function LateForm({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div className="min-h-screen" />}>{children}</Suspense>;
}

/** The photos in a row, and the link to the page that changes them. */
function OwnPhotos({ photos }: { photos: PhotoDto[] }) {
  return (
    <div className="mt-6">
      {photos.length > 1 ? (
        <ul className="cluster mb-4">
          {photos.map(({ id, photoUrl, photoFocus, isPending }, index) => (
            <li key={id}>
              <Avatar
                face={{ url: photoUrl, focus: photoFocus }}
                alt={
                  isPending
                    ? t("Photo {number}, waiting for a moderator", { number: index + 1 })
                    : t("Photo {number}", { number: index + 1 })
                }
                size="photo"
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ButtonLink to={PHOTOS_PATH} icon="camera">
        {t("Your Photos")}
      </ButtonLink>
    </div>
  );
}

/** Links to a missing `age` and missing `preferences`; renders nothing if neither is missing. */
function MissingDetails({ age, preferences }: { age: boolean; preferences: boolean }) {
  if (!age && !preferences) return null;
  return (
    <ul className="card divided mb-6 px-4">
      {age ? <Missing to="/profile?tab=profile#age" text={t("Add your age to appear in Discover")} /> : null}
      {preferences ? (
        <Missing
          to="/profile?tab=music#preferences"
          text={t("Add your artists and genres to get better matches")}
        />
      ) : null}
    </ul>
  );
}

function Missing({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <Link to={to} className="link flex items-center py-3">
        <Icon name="alert" size={20} className="mr-2 flex-none text-red" />
        {text}
      </Link>
    </li>
  );
}
