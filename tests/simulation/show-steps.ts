// Shows in a simulation: members add them, say that they go, ask others to go together, and what each of them reads.
import { db } from "db/client.server";
import { GOING_VIEWERS } from "db/column-types";
import { show } from "db/schema";
import { toDate } from "~/days";
import { savePrivacy } from "~/models/account/privacy.server";
import { likeWithNote } from "~/models/match/like-with-note.server";
import { getMemberCards } from "~/models/match/member-card.server";
import type { Member } from "~/models/member/member.server";
import { setGoing } from "~/models/show/going.server";
import { type Going, quoteShow } from "~/models/show/show";
import { addShow } from "~/models/show/show.server";
import { getShow, listShows } from "~/models/show/show-list.server";
import { showInput, showsQuery } from "~/models/show/show-schema";
import * as model from "./shows";
import type { Kind, Step } from "./steps";

/** The days of shows and plans, by the number of a step: the same often enough. */
const DAYS = [1, 1, 2, 4, 9];
const FIRST_DAY = Date.UTC(2026, 0, 1) / 86_400_000;

/** The day that a step is about, in days since 1970. */
export const dayIn = ({ number }: Step) => FIRST_DAY + (DAYS[number] ?? 1);

const newIn = (step: Step) => ({
  id: `${step.who} ${step.whom} ${step.number} ${step.text}`,
  artist: step.text === "Hi" ? "Low" : "Pram",
  town: model.TOWNS[step.whom] ?? model.TOWNS[0],
  day: dayIn(step),
});

const viewersIn = ({ number }: Step) => GOING_VIEWERS[number % GOING_VIEWERS.length] ?? "people";

/** The steps that say whether a member goes. */
const saying = (choice: Going, weight: number) =>
  ({
    weight,
    predict: (community, { who, aims }, now) => model.setGoing(community, who, aims.show, choice, now),
    take: ({ me, idOf }, { aims }) => setGoing(me, idOf(`show ${aims.show}`), choice),
  }) satisfies Kind;

export const showKinds = {
  addShow: {
    weight: 12,
    predict: (community, step, now) => model.addShow(community, step.who, newIn(step), now),
    take: async ({ me, idOf, names }, step) => {
      const { id, artist, town, day } = newIn(step);
      const typed = { artist, town, date: toDate(day), venue: model.venueOf(names[step.who] ?? "") };
      const input = { ...showInput.parse(typed), id: idOf(`show ${id}`) };
      return { isNew: (await addShow({ id: me, placeName: null }, input)).isNew };
    },
  },
  go: saying("going", 25),
  goWithSomebody: saying("together", 25),
  dontGo: saying("no", 8),
  together: {
    weight: 30,
    predict: (community, { who, whom, text, number, aims }, now) => {
      const said = { id: `${who} ${number}`, from: who, text, sentAt: now };
      return model.askTogether(community, who, whom, said, aims.show, now);
    },
    take: async ({ me, you, message, idOf }, { text, aims }) => {
      const quote = { type: "show", showId: idOf(`show ${aims.show}`) } as const;
      const sent = await likeWithNote(me, { targetUserId: you, id: message, content: text, quote });
      return { mutual: sent.mutual, isSent: sent.message !== null };
    },
  },
  showGoing: {
    weight: 8,
    predict: (community, step) => model.showGoing(community, step.who, viewersIn(step)),
    take: ({ me }, step) => savePrivacy(me, { showsGoing: viewersIn(step) }),
  },
} satisfies Record<string, Kind>;

/** The shows as a member sees them in lists, on their pages and on the cards of others. */
export async function readShows(me: Member, others: Member[]): Promise<string[]> {
  const rows = await db.select({ id: show.id }).from(show);
  if (!rows.length) return [];
  const cards = await getMemberCards(
    me,
    others.map(({ id }) => id),
  );
  const shared = [...cards.values()].flatMap(({ firstName, sharedShow }) =>
    sharedShow ? model.describeShared(firstName, sharedShow.date) : [],
  );
  const { shows } = await listShows(me, showsQuery.parse({}));
  const lines = rows.map(async ({ id }) => {
    const found = await getShow(me, id);
    if (!found) return "a show without a page";
    const namesOf = (people: { firstName: string }[]) => people.map(({ firstName }) => firstName);
    const counted = Object.values(found.atLeast).some((count) => count !== null);
    const line = model.describeShow({
      ...{ words: quoteShow(found), own: found.going, isPast: found.isPast },
      isListed: shows.some((each) => each.id === id),
      together: namesOf(found.people.together),
      going: namesOf(found.people.going),
    });
    return counted ? `${line}; counted` : line;
  });
  return [...(await Promise.all(lines)), ...shared].sort();
}
