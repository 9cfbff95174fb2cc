import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { MusicFileFooter } from "~/components/connection/music-file";
import { SpotifyArtists } from "~/components/connection/spotify-artists";
import { MissingDetails } from "~/components/profile/missing-details";
import { MusicStatistics } from "~/components/profile/music-statistics";
import { OwnPhotos } from "~/components/profile/own-photos";
import { submitPreferences, submitProfile, submitWishes } from "~/components/profile/profile-forms.server";
import { ProfileHeader } from "~/components/profile/profile-header";
import { WishesTab } from "~/components/profile/wishes-form";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Tabs } from "~/components/ui/tabs";
import { requireMember } from "~/http/page.server";
import { refreshConnectionsInBackground } from "~/http/service-consent.server";
import { servicesSetUp } from "~/models/connection/connection.server";
import { getPlayCount } from "~/models/connection/music-import.server";
import { listSpotifyArtists } from "~/models/connection/shown-artists.server";
import { previewWishes } from "~/models/match/discover.server";
import { ANTHEM_PATH } from "~/models/member/anthem";
import { readProfile, toOwnMember } from "~/models/member/member.server";
import { getPlaceSuggestions } from "~/models/member/place/place.server";
import { PREVIEW_PATH, PROMPTS_PATH, profilePath, tabOf } from "~/models/member/profile";
import { readOwnWishes } from "~/models/member/wishes.server";
import { readConsent } from "~/models/member/wishes-consent.server";
import { getPreferences, preferencesVersion } from "~/models/music/preferences.server";
import { readOwnPhotos } from "~/models/picture/photos.server";
import { pictureUrl } from "~/models/picture-url";
import { faceOf, fullNameOf } from "~/models/public-member";
import { versionOf } from "~/models/version.server";

// The two forms are made with different libraries, so each loads with its tab.
const ProfileForm = lazyForm("edit-profile", async () => ({
  default: (await import("~/components/profile/profile-form")).ProfileForm,
}));
const PreferencesForm = lazyForm("preferences", async () => ({
  default: (await import("~/components/profile/preferences-form")).PreferencesForm,
}));

const PROFILE = profilePath("profile");
const MUSIC = profilePath("music");
const MEET = profilePath("meet");

const titles = {
  profile: "Profile",
  music: "Music Preferences · Profile",
  meet: "Who to Meet · Profile",
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${titles[data?.tab ?? "profile"]} · B-Side` },
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
  if (tab === "meet") {
    const wishes = readOwnWishes(member);
    const form = { wishes, version: versionOf(wishes), consent: readConsent(member) };
    return { tab, head, preferences, ...form, preview: await previewWishes(member) };
  }
  if (tab === "music") {
    refreshConnectionsInBackground(member.id);
    const onSpotify = await listSpotifyArtists(member.id, member.id);
    const playCount = (await getPlayCount(member.id)) ?? (servicesSetUp().lastfm ? undefined : null);
    return { tab, head, preferences, version: preferencesVersion(preferences), playCount, onSpotify };
  }
  const { others, towns } = getPlaceSuggestions(profile.location, placeName);
  const form = { profile, version: versionOf(profile), town: { name: placeName, others }, towns };
  return { tab, head, preferences, form, ...(await readOwnPhotos(member)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const submit = { profile: submitProfile, music: submitPreferences, meet: submitWishes }[tabOf(request.url)];
  return submit(request);
}

export { clientAction } from "~/forms/client-action";

export default function Profile() {
  const profile = useLoaderData<typeof loader>();
  const { head, preferences, tab } = profile;
  return (
    <>
      <Outlet />
      <ProfileHeader head={head} tab={tab} />
      <MissingDetails age={head.age === null} preferences={preferences === null} />
      <Tabs
        label="Profile"
        tabs={[
          { to: PROFILE, label: "Profile Settings", current: tab === "profile" },
          { to: MUSIC, label: "Music Preferences", current: tab === "music" },
          { to: MEET, label: "Who to Meet", current: tab === "meet" },
        ]}
      />
      {profile.tab === "meet" ? (
        <WishesTab
          wishes={profile.wishes}
          version={profile.version}
          consent={profile.consent}
          preview={profile.preview}
        />
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
            note="What you play most, from Spotify. Others see it on your profile, and it doesn't count toward your matches."
          />
          <MusicFileFooter />
        </div>
      ) : (
        <>
          <OwnPhotos photos={profile.photos}>
            <ButtonLink to={ANTHEM_PATH} icon="music">
              Your Anthem
            </ButtonLink>
            <ButtonLink to={PROMPTS_PATH} icon="messages">
              Your Prompts
            </ButtonLink>
            <ButtonLink to={PREVIEW_PATH} icon="profile">
              As Others See Me
            </ButtonLink>
          </OwnPhotos>
          <div className="profile-columns">
            <Card title="Edit Profile">
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

/** A form whose script loads on its own. If that fails, a form that was served stays as it is, and any other is asked for. */
function lazyForm<Props>(id: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(() => {
      if (!document.getElementById(id)) window.location.reload();
      return new Promise<never>(() => undefined);
    }),
  );
}

/** The boundary of one lazy form alone: React would take what follows a form that isn't there yet for a mismatch. */
function LateForm({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div className="min-h-screen" />}>{children}</Suspense>;
}
