// The header of a member's own profile: cover, photo, name, facts and bio.
import { CoverPhoto } from "~/components/member/cover-photo";
import { Photo } from "~/components/member/photo";
import { msg, t } from "~/language/text";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { type ProfileTab, profilePath } from "~/models/member/profile";
import type { Profile } from "~/models/member/profile-schema";
import type { Face } from "~/models/public-member";
import { IconLink } from "~/ui/button";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { Icon } from "~/ui/icon";
import { SignOut } from "./sign-out";

/** The header's part of a member's own profile. */
export type ProfileHead = Omit<Profile, "location"> & {
  name: string;
  location: string | null;
  face: Face;
  coverUrl: string | null;
  isPhotoPending: boolean;
  isCoverPending: boolean;
};

export const COVER_PENDING = msg("Only you can see your new cover photo until a moderator approves it.");
export const PHOTO_PENDING = msg("Your new photo will appear once a moderator approves it.");

/** The cover and the round photo each have a button that changes them, in dialogs that return to `tab`. */
export function ProfileHeader({ head, tab }: { head: ProfileHead; tab: ProfileTab }) {
  const { name, age, location, bio, face, coverUrl, isPhotoPending, isCoverPending } = head;
  return (
    <header className="relative mb-6">
      <div className="profile-cover relative h-32 overflow-hidden rounded border bg-vinyl md:h-56">
        {coverUrl ? <CoverPhoto url={coverUrl} /> : <BlankCover />}
      </div>
      <IconLink
        name={t("Change cover photo")}
        icon="camera"
        variant="quiet"
        className="absolute right-2 top-2"
        to={profilePath(tab, "/profile/cover")}
        {...opensDialog(t("Change cover photo"))}
      />
      <div className="relative mb-3 mt-[-48px] flex flex-wrap items-end justify-between pl-3 md:mt-[-88px] md:pl-6">
        <div className="profile-photo relative h-24 w-24 md:h-40 md:w-40">
          <Photo
            face={face}
            sizes="160px"
            width={160}
            height={160}
            className="h-full w-full rounded-full border-4 border-paper bg-inset object-cover"
          />
          <IconLink
            name={t("Change profile photo")}
            icon="camera"
            variant="quiet"
            className="absolute -bottom-2 right-0 rounded-full md:bottom-1 md:right-1"
            to={profilePath(tab, "/profile/photo")}
            {...opensDialog(t("Change profile photo"))}
          />
        </div>
        <AccountLinks />
      </div>
      <h1>{name}</h1>
      {isPhotoPending ? <p className="text-soft">{t(PHOTO_PENDING)}</p> : null}
      {isCoverPending ? <p className="text-soft">{t(COVER_PENDING)}</p> : null}
      <ul className="mt-1 flex flex-wrap">
        <li className="mr-6 flex min-w-0 items-center">
          <Icon name="profile" size={20} className="mr-2 flex-none text-soft" />
          {age === null ? t("Age not set") : t("{age} years old", { age })}
        </li>
        <li className="mr-6 flex min-w-0 items-center">
          <Icon name="place" size={20} className="mr-2 flex-none text-soft" />
          <span className="min-w-0">{location ?? t("Location not set")}</span>
        </li>
      </ul>
      {bio ? (
        <p className="mt-3 max-w-prose whitespace-pre-line" dir="auto">
          {bio}
        </p>
      ) : null}
    </header>
  );
}

/** Draws the edge of a record, close up. */
function BlankCover() {
  const grooves = Array.from({ length: 24 }, (_, index) => 120 + index * 26);
  return (
    <svg className="cover" aria-hidden="true" viewBox="0 0 1120 240" preserveAspectRatio="xMidYMid slice">
      <path d="M0 0h1120v240H0z" fill="var(--vinyl)" />
      <g fill="none" stroke="var(--vinyl-groove)" strokeWidth="2">
        {grooves.map((radius) => (
          <circle key={radius} cx="930" cy="300" r={radius} />
        ))}
      </g>
      <circle cx="930" cy="300" r="96" fill="var(--red)" />
    </svg>
  );
}

/** Sign Out, and Settings where the top bar has no room for them. */
export function AccountLinks() {
  return (
    <div className="mt-2 flex items-center">
      <IconLink
        name={t("Settings")}
        icon="settings"
        variant="quiet"
        className="mr-2 lg:hidden"
        to={SETTINGS_PATH}
      />
      <SignOut />
    </div>
  );
}
