// A member as the app knows one: the profile's fields, and what others may see.
import { z } from "zod";
import { exactText, optionalText, requiredText, wholeNumber } from "./fields";
import { AGE_MAX, AGE_MIN, BIO_MAX } from "./profile";

const NAME_MAX = 60;
const LOCATION_MAX = 100;
const LONG_PASSWORD = "Use at most 200 characters";

/** The Edit Profile form and PATCH /api/profile. */
export const profileInput = z.object({
  bio: optionalText(BIO_MAX, "Bio must be less than 500 characters"),
  age: wholeNumber({
    min: [AGE_MIN, "Must be at least 18"],
    max: [AGE_MAX, "Invalid age"],
    says: "Invalid age",
  }),
  location: requiredText("Location is required", LOCATION_MAX),
});
export type ProfileInput = z.output<typeof profileInput>;

/** The same as the form sends it: a namesake of the town that was picked (`town`) stands above what was typed. */
export const profileForm = z.preprocess((sent) => {
  if (typeof sent !== "object" || sent === null || !("town" in sent)) return sent;
  const { town, ...typed } = sent;
  return { ...typed, location: town };
}, profileInput);

const email = requiredText("E-mail is required", 254).pipe(
  z.string().email("Enter an e-mail address, such as ada@example.org"),
);

/** The sign-in form of the embedded identity provider. */
export const signInInput = z.object({
  email: email.transform((typed) => typed.toLowerCase()),
  password: exactText("Password is required").min(1, "Password is required").max(200, LONG_PASSWORD),
});
export type SignInInput = z.output<typeof signInInput>;

/** The sign-up form of the embedded identity provider. */
export const signUpInput = z.object({
  firstName: requiredText("First name is required", NAME_MAX),
  lastName: requiredText("Last name is required", NAME_MAX),
  email: email.transform((typed) => typed.toLowerCase()),
  password: exactText("Password is required").min(8, "Use at least 8 characters").max(200, LONG_PASSWORD),
  adult: z.preprocess(
    (value) => value === "on" || value === true,
    z.literal(true, { errorMap: () => ({ message: "B-Side is for people of 18 and over" }) }),
  ),
});
export type SignUpInput = z.output<typeof signUpInput>;

/** A member as other members see one. JSON carries the id as a string. */
export type PublicMember = {
  id: string;
  firstName: string;
  /** The initial only. */
  lastName: string;
  age: number | null;
  location: string | null;
  bio: string;
  profileImageUrl: string | null;
  coverImageUrl: string | null;
};

/** A member on a card: what others may see, with the taste, the distance and the score for who looks. */
export type MemberCard = PublicMember & {
  /** Whole miles in steps of 5; null when either place is unknown. */
  distance: number | null;
  compatibilityScore: number;
  musicPreferences: { topArtists: string[]; favoriteGenres: string[] } | null;
};
