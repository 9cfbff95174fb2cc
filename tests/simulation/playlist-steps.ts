// What members do about playlists in a simulation, and how the app shows the playlists to them.
import { db } from "db/client.server";
import { playlist } from "db/schema";
import { inArray } from "drizzle-orm";
import { markSeen } from "~/models/notification/notification-reading.server";
import {
  addPlaylist,
  leavePlaylist,
  removePlaylist,
  updatePlaylist,
} from "~/models/playlist/playlist.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { addSong, moveSong, removeSong } from "~/models/playlist/song.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { notFoundRefusal } from "~/refusal";
import type { Model } from "./model";
import * as model from "./playlists";
import type { Kind, Step } from "./steps";

/** The playlists and songs that a step is about: the newest ones of both members. */
export type PlaylistAims = { own: string; theirs: string; song: string; before: string | undefined };

const NONE = "none";

const newIn = ({ who, number }: Step) => `${who} ${number % 3}`;
const editedIn = ({ number, aims }: Step) => (number === 4 ? aims.theirs : aims.own);
const songIn = ({ who, number, aims }: Step) => `${aims.theirs} ${who} ${number}`;
const fieldsIn = ({ who, whom, number, text }: Step) => ({
  name: text,
  isPublic: number % 2 === 0,
  collaborator: whom === who ? undefined : whom,
});
const inputIn = (step: Step, me: number, you: number) => ({
  name: step.text,
  description: "",
  isPublic: step.number % 2 === 0,
  collaboratorId: me === you ? null : you,
  coverImageUrl: null,
});

const done = () => undefined;

export const playlistKinds = {
  createPlaylist: {
    weight: 30,
    predict: (community, step, now) =>
      model.createPlaylist(community, step.who, newIn(step), fieldsIn(step), now),
    take: ({ me, you, idOf }, step) =>
      addPlaylist(me, { id: idOf(`playlist ${newIn(step)}`), ...inputIn(step, me, you) }).then(done),
  },
  editPlaylist: {
    weight: 20,
    predict: (community, step, now) =>
      model.editPlaylist(community, step.who, editedIn(step), fieldsIn(step), now),
    take: ({ me, you, idOf }, step) =>
      updatePlaylist(me, idOf(`playlist ${editedIn(step)}`), {
        id: undefined,
        ...inputIn(step, me, you),
      }).then(done),
  },
  removePlaylist: {
    weight: 5,
    predict: (community, { who, aims }) => model.removePlaylist(community, who, aims.theirs),
    take: ({ me, idOf }, { aims }) => removePlaylist(me, idOf(`playlist ${aims.theirs}`)),
  },
  leavePlaylist: {
    weight: 5,
    predict: (community, { who, aims }) => model.leavePlaylist(community, who, aims.theirs),
    take: ({ me, idOf }, { aims }) => leavePlaylist(me, idOf(`playlist ${aims.theirs}`)),
  },
  addSong: {
    weight: 50,
    predict: (community, step, now) =>
      model.addSong(community, step.who, step.aims.theirs, { id: songIn(step), title: step.text }, now),
    take: ({ me, idOf }, step) =>
      addSong(me, idOf(`playlist ${step.aims.theirs}`), {
        id: idOf(`song ${songIn(step)}`),
        artist: "Broadcast",
        title: step.text,
        album: "",
        duration: null,
      }).then(done),
  },
  removeSong: {
    weight: 15,
    predict: (community, { who, aims }) => model.removeSong(community, who, aims.theirs, aims.song),
    take: ({ me, idOf }, { aims }) =>
      removeSong(me, idOf(`playlist ${aims.theirs}`), idOf(`song ${aims.song}`)),
  },
  moveSong: {
    weight: 15,
    predict: (community, { who, aims }) =>
      model.moveSong(community, who, aims.theirs, aims.song, aims.before),
    take: ({ me, idOf }, { aims }) => {
      const before = aims.before === undefined ? "" : idOf(`song ${aims.before}`);
      return moveSong(me, idOf(`playlist ${aims.theirs}`), idOf(`song ${aims.song}`), before);
    },
  },
  openPlaylist: {
    weight: 10,
    predict: (community, { who, aims }) => model.openPlaylist(community, who, aims.theirs),
    take: async ({ me, idOf }, { aims }) => {
      const id = idOf(`playlist ${aims.theirs}`);
      if (!(await getPlaylist(me, id))) throw notFoundRefusal();
      await markSeen(me, ["playlist"], id);
    },
  },
} satisfies Record<string, Kind>;

/** What a step is about, as the pages show it before the moment. */
export function aimAtPlaylists(
  community: Model,
  { who, whom, number, text }: Pick<Step, "who" | "whom" | "number" | "text">,
): PlaylistAims {
  const theirs = model.newestPlaylist(community, whom);
  const songs = theirs?.songs ?? [];
  return {
    own: model.newestPlaylist(community, who)?.id ?? NONE,
    theirs: theirs?.id ?? NONE,
    song: songs[number % songs.length]?.id ?? NONE,
    before: songs[(number + text.length) % (songs.length + 1)]?.id,
  };
}

/** The playlists that a member can read in the app, with names for ids. */
export async function readPlaylists(me: number, everyone: number[]): Promise<string[]> {
  const rows = await db.select().from(playlist).where(inArray(playlist.ownerId, everyone));
  const found = await Promise.all(rows.map(({ id }) => getPlaylist(me, id)));
  const shown = found.flatMap((each) => each ?? []);
  const { own, shared } = await listPlaylists(me);
  const listed = [...own, ...shared].map(({ id }) => id).sort();
  const expected = shown.filter(({ role }) => role !== "reader").map(({ id }) => id);
  const isListed = listed.join() === expected.sort().join();
  return [...shown.map(describe), ...(isListed ? [] : ["The list differs."])].sort();
}

function describe(shown: NonNullable<Awaited<ReturnType<typeof getPlaylist>>>): string {
  const songs = shown.songs.map(({ title, addedBy }) => `${title} (${addedBy?.firstName ?? "nobody"})`);
  const by = `${shown.owner.firstName} and ${shown.collaborator?.firstName ?? "nobody"}`;
  return [`${shown.role} of ${shown.name} by ${by}`, shown.isPublic ? "public" : "private", ...songs].join(
    "; ",
  );
}
