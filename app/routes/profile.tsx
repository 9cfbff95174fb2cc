import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { MusicStatistics } from "~/components/music-statistics";
import { ProfileHead } from "~/components/profile-head";
import { RefusedNotice } from "~/components/refused-notice";
import { Sleeve } from "~/components/sleeve";
import { StillMissing } from "~/components/still-missing";
import { Tabs } from "~/components/tabs";
import { fetchedForm } from "~/forms/fetched-form";
import * as served from "~/forms/profile-forms.server";
import { keepConnectionsFresh } from "~/http/connect.server";
import { page, requireMember } from "~/http/member.server";
import { servicesSetUp } from "~/models/connection.server";
import { getPlayCount } from "~/models/music-import.server";
import { avatarUrl } from "~/models/person";
import { placeHelp } from "~/models/place.server";
import { getPreferences } from "~/models/preferences.server";
import { profileAddress, tabOf } from "~/models/profile";

const PROFILE = profileAddress("profile");
const MUSIC = profileAddress("music");

// Each tab brings its own form library: both would be too much for one page.
const ProfileForm = fetchedForm(
  served.ProfileForm,
  async () => (await import("~/forms/profile-form")).ProfileForm,
  "edit-profile",
);
const PreferencesForm = fetchedForm(
  served.PreferencesForm,
  async () => (await import("~/forms/preferences-form")).PreferencesForm,
  "preferences",
);

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.tab === "music" ? "Music Preferences · Profile · B-Side" : "Profile · B-Side" },
];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preferences = await getPreferences(member.id);
  const { firstName, lastName, age, bio, location, placeName } = member;
  const head = {
    name: `${firstName} ${lastName}`.trim(),
    age,
    location: placeName ?? (location || null),
    bio,
    photoUrl: avatarUrl(member),
    coverUrl: member.coverImageUrl,
  };
  if (tabOf(request.url) === "music") {
    keepConnectionsFresh(member.id);
    const playCount = (await getPlayCount(member.id)) ?? (servicesSetUp().lastfm ? undefined : null);
    return { tab: "music" as const, head, preferences, playCount };
  }
  const { others, towns } = await placeHelp(location, placeName);
  const form = { profile: { bio, age, location }, town: { name: placeName, others }, towns };
  return { tab: "profile" as const, head, preferences, form };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  return page<unknown>(() =>
    tabOf(request.url) === "music"
      ? served.submitPreferences(request, member.id, MUSIC)
      : served.submitProfile(request, member.id, PROFILE),
  );
}

export default function Profile() {
  const profile = useLoaderData<typeof loader>();
  const { head, preferences, tab } = profile;
  return (
    <>
      <RefusedNotice />
      <Outlet />
      <ProfileHead {...head} tab={tab} />
      <StillMissing age={head.age === null} preferences={preferences === null} />
      <Tabs
        label="Profile"
        tabs={[
          { to: PROFILE, label: "Profile Settings", current: tab === "profile" },
          { to: MUSIC, label: "Music Preferences", current: tab === "music" },
        ]}
      />
      <Suspense fallback={null}>
        {profile.tab === "music" ? (
          <PreferencesForm preferences={preferences} playCount={profile.playCount} />
        ) : (
          <div className="profile-columns">
            <Sleeve title="Edit Profile">
              <ProfileForm {...profile.form} />
            </Sleeve>
            <MusicStatistics preferences={preferences} />
          </div>
        )}
      </Suspense>
    </>
  );
}
