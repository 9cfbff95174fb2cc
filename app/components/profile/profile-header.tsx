// The head of a member's own profile: cover, photo, name, and what others read first.
import { pictureSet } from "~/models/picture";
import { type ProfileTab, profileAddress } from "~/models/profile";
import { SETTINGS_PATH } from "~/models/session";
import { IconLink } from "./button";
import { Icon } from "./icons";
import { SignOut } from "./sign-out";

export type ProfileHeadProps = {
  name: string;
  age: number | null;
  location: string | null;
  bio: string;
  photoUrl: string;
  coverUrl: string | null;
  /** Where the buttons come back to. */
  tab: ProfileTab;
};

/** The banner and the round photo each have a button in a corner that changes them. */
export function ProfileHead({ name, age, location, bio, photoUrl, coverUrl, tab }: ProfileHeadProps) {
  return (
    <header className="profile-head">
      <div className="profile-cover">
        {coverUrl ? (
          <img
            src={coverUrl}
            srcSet={pictureSet(coverUrl)}
            sizes="(min-width: 1168px) 1120px, 96vw"
            alt=""
            className="cover object-cover"
          />
        ) : (
          <BlankCover />
        )}
      </div>
      <IconLink
        name="Change cover photo"
        icon="camera"
        edged
        className="profile-cover-button"
        to={profileAddress(tab, "/profile/cover")}
        preventScrollReset
      />
      <div className="profile-row">
        <div className="profile-photo">
          <img src={photoUrl} srcSet={pictureSet(photoUrl)} sizes="160px" alt="" width="160" height="160" />
          <IconLink
            name="Change profile photo"
            icon="camera"
            edged
            className="profile-photo-button"
            to={profileAddress(tab, "/profile/photo")}
            preventScrollReset
          />
        </div>
        <div className="flex items-center">
          <IconLink name="Settings" icon="settings" edged className="mr-2" to={SETTINGS_PATH} />
          <SignOut />
        </div>
      </div>
      <h1>{name}</h1>
      <ul className="profile-facts">
        <li>
          <Icon name="profile" size={20} className="mr-2 flex-none text-soft" />
          {age === null ? "Age not set" : `${age} years old`}
        </li>
        <li>
          <Icon name="place" size={20} className="mr-2 flex-none text-soft" />
          <span className="min-w-0">{location ?? "Location not set"}</span>
        </li>
      </ul>
      {bio ? <p className="mt-3 max-w-prose whitespace-pre-line">{bio}</p> : null}
    </header>
  );
}

/** The edge of a record, seen from close by. */
function BlankCover() {
  const grooves = Array.from({ length: 24 }, (_, place) => 120 + place * 26);
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
