// The texts of the landing screen. The loader sends them, so that no member's browser loads them.

import { HAS_OWN_NAME } from "~/community";
import type { Figure, LandingTexts, Quote, Scene } from "~/components/home/landing";
import { describeDate } from "~/days";
import type { env } from "~/env.server";
import { type Message, t } from "~/language/text";
import { INVITATION_NEEDED_SENTENCE } from "~/models/account/invitation/invitation";
import { CLOSED } from "~/models/account/sign-in/registration";
import { shortTown } from "~/models/show/show";
import { listTracks } from "./landing-samples.server";

type Registration = (typeof env)["registration"];

/** Shown as samples, and marked as such, unless the operator gives real ones. */
const sampleFigures = () => [
  { number: t("15,000+"), unit: t("members") },
  { number: t("4.8/5"), unit: t("rating") },
  { number: t("50k+"), unit: t("matches") },
];

// Not translated: names and genres.
const sampleMembers = [
  { name: "Maya", age: 29, style: "Soul & Funk", portrait: "/portraits/sample-1.svg" },
  { name: "Jonas", age: 34, style: "Krautrock", portrait: "/portraits/sample-2.svg" },
  { name: "Priya", age: 26, style: "Indie Folk", portrait: "/portraits/sample-3.svg" },
  { name: "Theo", age: 41, style: "Hard Bop", portrait: "/portraits/sample-4.svg" },
  { name: "Lucía", age: 31, style: "Dub Techno", portrait: "/portraits/sample-5.svg" },
];

/** Like the figures. */
const sampleQuotes = () => [
  {
    // Not translated: names.
    names: "Hannah & Luis",
    note: t("Matched on one live album"),
    words: t(
      "He listed a bootleg I had only ever seen once. We spent the first evening arguing about side two.",
    ),
  },
  {
    // Not translated: names.
    names: "Amara & Joe",
    note: t("Matched on 14 artists"),
    words: t("Our playlist had forty songs before our first coffee. We played it at the wedding, in order."),
  },
  {
    // Not translated: names.
    names: "Sofie & Mina",
    note: t("Matched on a trivia draw"),
    words: t("Two-all, one round to go, and neither of us knew the year. We looked it up together."),
  },
];

const NO_SCENE: Scene = { home: [], loved: [], shows: [] };

const joiningNotes: Partial<Record<Registration, Message>> = {
  invitation: INVITATION_NEEDED_SENTENCE,
  closed: CLOSED,
};

/**
 * An operator's own figures and quotes replace the samples. Public deployments, and those with a name of their own, show no
 * samples: even marked, they would speak for the place. Its scene replaces the sample members.
 */
export function landingTexts({
  landing: own,
  registration,
  isPublic,
  community: { line },
  scene = NO_SCENE,
}: {
  landing: { figures?: Figure[]; quotes?: Quote[] };
  registration: Registration;
  isPublic: boolean;
  community: { line: string | undefined };
  scene: Scene | undefined;
}): LandingTexts {
  const note = joiningNotes[registration];
  const hasSamples = !isPublic && !HAS_OWN_NAME;
  return {
    line,
    scene: {
      ...scene,
      shows: scene.shows.map((each) => ({
        ...each,
        date: describeDate(each.date),
        town: shortTown(each.town),
      })),
    },
    joining: { note: note && t(note), isByInvitation: registration === "invitation" },
    tracks: listTracks(),
    members: sampleMembers,
    figures: own.figures ?? (hasSamples ? sampleFigures() : []),
    hasSampleFigures: !own.figures,
    quotes: own.quotes ?? (hasSamples ? sampleQuotes() : []),
    hasSampleQuotes: !own.quotes,
  };
}
