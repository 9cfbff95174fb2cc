// What the landing screen says and shows. It comes with the page, so that no member loads it.

import { HAS_OWN_NAME } from "~/community";
import type { Figure, LandingTexts, Quote, Scene } from "~/components/home/landing";
import { describeDate } from "~/days";
import type { env } from "~/env.server";
import { INVITATION_NEEDED } from "~/models/account/invitation/invitation";
import { CLOSED } from "~/models/account/sign-in/registration";
import { shortTown } from "~/models/show/show";
import { tracks } from "./landing-samples.server";

type Registration = (typeof env)["registration"];

/** Shown, marked as samples, unless the operator gives real ones. */
const sampleFigures = [
  { number: "15,000+", unit: "members" },
  { number: "4.8/5", unit: "rating" },
  { number: "50k+", unit: "matches" },
];

const sampleMembers = [
  { name: "Maya", age: 29, style: "Soul & Funk", portrait: "/portraits/sample-1.svg" },
  { name: "Jonas", age: 34, style: "Krautrock", portrait: "/portraits/sample-2.svg" },
  { name: "Priya", age: 26, style: "Indie Folk", portrait: "/portraits/sample-3.svg" },
  { name: "Theo", age: 41, style: "Hard Bop", portrait: "/portraits/sample-4.svg" },
  { name: "Lucía", age: 31, style: "Dub Techno", portrait: "/portraits/sample-5.svg" },
];

/** Like the figures. */
const sampleQuotes = [
  {
    names: "Hannah & Luis",
    note: "Matched on one live album",
    words:
      "He listed a bootleg I had only ever seen once. We spent the first evening arguing about side two.",
  },
  {
    names: "Amara & Joe",
    note: "Matched on 14 artists",
    words: "Our playlist had forty songs before our first coffee. We played it at the wedding, in order.",
  },
  {
    names: "Sofie & Mina",
    note: "Matched on a trivia draw",
    words: "Two-all, one round to go, and neither of us knew the year. We looked it up together.",
  },
];

const NO_SCENE: Scene = { home: [], loved: [], shows: [] };

const joiningNotes: Partial<Record<Registration, string>> = {
  invitation: `${INVITATION_NEEDED}.`,
  closed: CLOSED,
};

/**
 * An operator's own figures and quotes take the place of the samples. A public deployment, and one with a name of its own, shows
 * none that aren't its own: marked or not, they would speak for it. Its scene takes the place of the sample members.
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
    joining: { note: joiningNotes[registration], isByInvitation: registration === "invitation" },
    tracks,
    members: sampleMembers,
    figures: own.figures ?? (hasSamples ? sampleFigures : []),
    hasSampleFigures: !own.figures,
    quotes: own.quotes ?? (hasSamples ? sampleQuotes : []),
    hasSampleQuotes: !own.quotes,
  };
}
