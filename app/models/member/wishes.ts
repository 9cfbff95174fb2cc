// Whom a member would like to meet, without its schema: types, labels and descriptions.
import type { Gender, MeetChoice, Purpose } from "db/column-types";
import { CORRECTION_DAYS } from "~/durations";
import { type Message, msg, t } from "~/language/text";
import type { PeopleCount } from "~/models/count";
import type { FlashMessage } from "~/models/flash";

export const GENDER_WORDS_MAX = 40;
/** How often members can correct their gender or age in `CORRECTION_DAYS`. */
export const CORRECTIONS = 2;

/** What hiding one's wishes can't hide, said before the answers are saved. */
export const HIDING_LIMITS = msg(
  "Hiding has its limits: people looking for women will still find you if you chose Woman. The same goes for what you're here for.",
);
export const CORRECTIONS_NOTE = msg("You can correct your age and gender twice in {days} days.", {
  days: CORRECTION_DAYS,
});

/**
 * The effect of the saved answers: how many people in Discover fit, and whether people who haven't said a gender are some or
 * most of them, or left out.
 */
export type WishesPreview = {
  fitting: PeopleCount;
  /** A member without an age fits only those who would meet all ages. */
  hasAge: boolean;
  /** Whether the member has chosen whom to meet. */
  chooses: boolean;
  unsaid: "some" | "most" | "out" | null;
};

/** The preview in words. */
export function describePreview({ fitting, hasAge, chooses, unsaid }: WishesPreview): string {
  const fit = fitting
    ? chooses
      ? t("At least {count} people here fit the answers you've saved.", { count: fitting })
      : t("At least {count} people here fit you so far.", { count: fitting })
    : chooses
      ? t("Few people here fit the answers you've saved.")
      : t("Few people here fit you so far.");
  const others = {
    some: t("Some of them haven't said their gender."),
    most: t("Most of them haven't said their gender."),
    out: t("More would if you also met people who haven't said their gender."),
  };
  const isKnown = fitting !== null || hasAge;
  return [isKnown ? fit : t("Many people never say their gender."), isKnown && unsaid ? others[unsaid] : ""]
    .filter(Boolean)
    .join(" ");
}

export const takenBackMessage: FlashMessage = {
  title: msg("Erased"),
  description: msg("Your answers are gone, and Discover no longer uses them."),
};

/** The consent asked for before gender and wishes are stored, and when the member agreed; null if they haven't. */
export type WishesConsent = { sentence: string; note: string; agreedAt: string | null };

/** What a member has said about themselves and whom they would like to meet; null or empty where they haven't. */
export type Wishes = {
  gender: Gender | null;
  /** Their own words, with the gender `own`. */
  genderWords: string | null;
  /** Only `unsaid` and `everyone` include people who haven't said a gender; empty means everyone, too. */
  meets: MeetChoice[];
  /** Both are null for all ages. */
  meetAgeMin: number | null;
  meetAgeMax: number | null;
  purpose: Purpose | null;
};

/** The same as the member edits it: `showsWishes` lets others see it. */
export type OwnWishes = Wishes & { showsWishes: boolean };

export const genderLabels: Record<Gender, Message> = {
  woman: msg("Woman"),
  man: msg("Man"),
  nonbinary: msg("Non-binary"),
  own: msg("In my own words"),
};

export const meetLabels: Record<MeetChoice, Message> = {
  woman: msg("Women"),
  man: msg("Men"),
  nonbinary: msg("Non-binary people"),
  own: msg("People who describe their gender in their own words"),
  unsaid: msg("People who haven't said their gender"),
  everyone: msg("Everyone"),
};

export const purposeLabels: Record<Purpose, Message> = {
  dating: msg("Dating"),
  friends: msg("Friends"),
  both: msg("Dating and friends"),
};

/** The name of a choice's checkbox in the form. */
export function meetField(choice: MeetChoice): string {
  return `meets-${choice}`;
}

export const wishesSavedMessage: FlashMessage = {
  title: msg("Saved"),
  description: msg("Discover now follows your choices."),
};

export const unsaidIncludedMessage: FlashMessage = {
  title: msg("Saved"),
  description: msg("You'll also see people who haven't said their gender."),
};

/** "Woman", or the member's own words; undefined if they haven't said. */
export function describeGender({ gender, genderWords }: Wishes): string | undefined {
  if (gender === "own") return genderWords ?? undefined;
  return gender ? t(genderLabels[gender]) : undefined;
}

/** "Dating · Women, Non-binary people · Ages 25–35"; blank if the member has said nothing. */
export function describeWishes({ meets, meetAgeMin, meetAgeMax, purpose }: Wishes): string {
  const genders = meets.includes("everyone")
    ? [t(meetLabels.everyone)]
    : meets.map((choice) => t(meetLabels[choice]));
  const parts = [
    purpose && t(purposeLabels[purpose]),
    genders.join(", "),
    meetAgeMin !== null && meetAgeMax !== null && t("Ages {from}–{to}", { from: meetAgeMin, to: meetAgeMax }),
  ];
  return parts.filter(Boolean).join(" · ");
}
