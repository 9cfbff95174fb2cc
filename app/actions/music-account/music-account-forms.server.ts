// Handles the forms of Music Connections: connecting without leaving the site, and importing.
import { MUSIC_SERVICES } from "db/column-types";
import { submitForm } from "~/forms/form.server";
import { submitFields } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import {
  type ConsentService,
  isUsernameService,
  musicServices,
  type UsernameService,
} from "~/integrations/music-service";
import { t } from "~/language/text";
import { profilePath } from "~/models/member/profile";
import { preferencesSavedMessage } from "~/models/music/preferences";
import {
  MUSIC_ACCOUNTS_PATH,
  musicAccountErrors,
  musicAccountMessages,
} from "~/models/music-account/music-account";
import { connectListener, connectUnverified } from "~/models/music-account/music-account.server";
import { importInput, listenerInput, musicAccountForm } from "~/models/music-account/music-account-schema";
import { saveImport } from "~/models/music-account/music-import.server";
import { readServiceProfile } from "~/models/music-account/service-profile";
import { invalidAt, type Refusal } from "~/refusal";

/** Connects the service that the form names. */
export function submitMusicAccount(request: Request) {
  const reject = (refusal: Refusal, { service, username = "" }: Record<string, string>) => {
    const asked = MUSIC_SERVICES.find((each) => each === service);
    return asked && (isUsernameService(asked) ? listenerRefusal(refusal, asked, username) : {});
  };
  const form = {
    schema: musicAccountForm,
    page: MUSIC_ACCOUNTS_PATH,
    errorTitle: musicAccountErrors.title,
    reject,
  };
  return submitForm(request, form, async (member, { service, username, ...input }) => {
    const account = await (isUsernameService(service)
      ? connectListener(member.id, service, {
          ...input,
          ...parseInput(listenerInput(service), { username }),
        })
      : connectUnverified(member.id, service, linkedAccount(service, username)));
    const flash = musicAccountMessages.connected(account);
    return { flash, to: MUSIC_ACCOUNTS_PATH };
  });
}

/** Imports the selection. A refused form keeps it. */
export function submitImport(request: Request, id: string) {
  const reject = ({ message, fields: { topArtists, ...fields } }: Refusal, form: FormData) => ({
    error: message,
    fields: topArtists ? { ...fields, artists: topArtists } : fields,
    checked: checkedIn(form),
  });
  return submitFields(request, { reject }, async (member, form) => {
    await saveImport(member.id, id, parseInput(importInput, checkedIn(form)));
    return { flash: preferencesSavedMessage, to: profilePath("music") };
  });
}

function checkedIn(form: FormData) {
  const all = (name: string) => form.getAll(name).map(String);
  const playCount = String(form.get("playCount") ?? "");
  return { artists: all("artists"), favoriteGenres: all("favoriteGenres"), playCount };
}

/** The account at a profile's address. Refuses text that isn't such an address (invalid). */
function linkedAccount(service: ConsentService, typed: string) {
  const profile = readServiceProfile(service, typed);
  const message = musicServices[service].profile.invalid;
  if (!profile) throw invalidAt("username", message);
  return { serviceUserId: profile.url, serviceUsername: profile.name };
}

/** The specified messages for refusals by a service that is connected by user name. */
function listenerRefusal({ code, message }: Refusal, service: UsernameService, username: string) {
  if (!username.trim()) return { title: t(musicAccountErrors.blank) };
  const error = code === "unanswered" ? `${t(musicAccountErrors.unverifiable(service))} ${message}` : message;
  return { title: t(musicAccountErrors.username(service)), error };
}
