// Playlists in the model: their collaborators and songs, and who can read them.
import type { Model } from "./model";
import { isApart, isConnected, openOf, other, type Pair, Refused, type Who } from "./pair";

type Song = { id: string; title: string; by: Who };
export type Playlist = {
  id: string;
  owner: Who;
  collaborator?: Who;
  name: string;
  isPublic: boolean;
  createdAt: number;
  isDeleted: boolean;
  songs: Song[];
};
type Fields = { name: string; isPublic: boolean; collaborator?: Who };
type Role = "owner" | "collaborator" | "reader";

export function createPlaylist(model: Model, me: Who, id: string, fields: Fields, now: number) {
  const found = model.playlists.find((each) => each.id === id);
  if (found && !found.isDeleted && isSame(found, fields)) return;
  if (!canInvite(model, me, fields.collaborator, undefined)) throw new Refused("invalid");
  if (found && !found.isDeleted) throw new Refused("conflict");
  const created = { id, owner: me, ...fields, createdAt: now, isDeleted: false, songs: [] };
  // A notification about a deleted one is about the new one with its id.
  const playlist = found ? Object.assign(found, created) : created;
  if (!found) model.playlists.push(playlist);
  invite(model, playlist, fields.collaborator, now);
}

export function editPlaylist(model: Model, me: Who, id: string, fields: Fields, now: number) {
  const playlist = findOwn(model, me, id);
  const { collaborator } = fields;
  if (!canInvite(model, me, collaborator, playlist.collaborator)) throw new Refused("invalid");
  if (playlist.collaborator !== collaborator && !model.wasNotified(collaborator, "invitation", playlist, now))
    invite(model, playlist, collaborator, now);
  const isKept = collaborator === undefined && shownCollaborator(model, playlist) === undefined;
  Object.assign(playlist, fields, { collaborator: isKept ? playlist.collaborator : collaborator });
}

export function removePlaylist(model: Model, me: Who, id: string) {
  Object.assign(findOwn(model, me, id), { isDeleted: true, songs: [] });
}

export function leavePlaylist(model: Model, me: Who, id: string) {
  const playlist = find(model, me, id);
  const role = roleOf(model, me, playlist);
  if (role !== "collaborator") throw new Refused(role === "owner" ? "absent" : "forbidden");
  playlist.collaborator = undefined;
}

export function addSong(model: Model, me: Who, id: string, song: Omit<Song, "by">, now: number) {
  const playlist = find(model, me, id);
  if (roleOf(model, me, playlist) === "reader") throw new Refused("forbidden");
  const same = playlist.songs.find((each) => each.id === song.id);
  if (same) {
    if (same.title !== song.title) throw new Refused("conflict");
    return;
  }
  playlist.songs.push({ ...song, by: me });
  const you = playlist.collaborator === me ? playlist.owner : playlist.collaborator;
  const pair = you === undefined ? undefined : model.pair(me, you);
  if (you !== undefined && pair && isConnected(pair) && !isClosed(pair))
    model.notify({ to: you, kind: "song", about: playlist, at: now, isRead: false });
}

export function removeSong(model: Model, me: Who, id: string, songId: string) {
  const playlist = find(model, me, id);
  const song = findSong(playlist, songId);
  const role = roleOf(model, me, playlist);
  if (role !== "owner" && !(role === "collaborator" && song.by === me)) throw new Refused("forbidden");
  playlist.songs = playlist.songs.filter((each) => each !== song);
}

/** Moves a song before another one, or to the end. */
export function moveSong(model: Model, me: Who, id: string, songId: string, beforeId: string | undefined) {
  const playlist = find(model, me, id);
  const song = findSong(playlist, songId);
  if (roleOf(model, me, playlist) !== "owner") throw new Refused("forbidden");
  const before = beforeId === undefined ? undefined : findSong(playlist, beforeId);
  if (before === song) return;
  const rest = playlist.songs.filter((each) => each !== song);
  rest.splice(before ? rest.indexOf(before) : rest.length, 0, song);
  playlist.songs = rest;
}

export function openPlaylist(model: Model, me: Who, id: string) {
  model.markRead(me, find(model, me, id));
}

/** The newest playlist of a member, which a step is about, and two of its songs. */
export function newestPlaylist(model: Model, owner: Who): Playlist | undefined {
  return model.playlists
    .filter((each) => each.owner === owner && !each.isDeleted)
    .sort((one, two) => two.createdAt - one.createdAt || one.id.localeCompare(two.id))[0];
}

/** What the end between two members makes of their playlists. */
export function endPlaylists(model: Model, pair: Pair) {
  for (const playlist of playlistsOf(model, pair)) playlist.collaborator = undefined;
}

/** The playlists that two members share. */
export function playlistsOf({ playlists }: Model, pair: Pair): Playlist[] {
  return playlists.filter(
    ({ owner, collaborator }) => [pair.low, pair.high].includes(owner) && collaborator === other(pair, owner),
  );
}

/** The playlists that a member can read, their own, shared ones and public ones. */
export function viewPlaylists(model: Model, me: Who): string[] {
  return model.playlists
    .flatMap((each) => {
      const role = roleOf(model, me, each);
      return role ? [describe(model, me, each, role)] : [];
    })
    .sort();
}

/** Those that the member owns or shares, whose open pages show every change. */
export function sharedPlaylists(model: Model, me: Who): string[] {
  return viewPlaylists(model, me).filter((text) => !text.startsWith("reader"));
}

/** What a member's notification about a playlist says; undefined if they don't see it. */
export function describePlaylist(
  model: Model,
  me: Who,
  kind: "invitation" | "song",
  playlist: Playlist,
): string | undefined {
  const role = roleOf(model, me, playlist);
  const { owner, collaborator, name } = playlist;
  if (kind === "invitation")
    return role === "collaborator"
      ? `${model.member(owner).name} invited you to the playlist “${name}”.`
      : undefined;
  if (!role || role === "reader" || collaborator === undefined) return undefined;
  const you = owner + collaborator - me;
  if (!isContact(model, me, you)) return undefined;
  const last = playlist.songs.filter(({ by }) => by === you).at(-1);
  return last && `${model.member(you).name} added “${last.title}” to the playlist “${name}”.`;
}

function isSame({ name, isPublic, collaborator }: Playlist, fields: Fields): boolean {
  return name === fields.name && isPublic === fields.isPublic && collaborator === fields.collaborator;
}

function invite(model: Model, playlist: Playlist, to: Who | undefined, now: number) {
  if (to !== undefined) model.notify({ to, kind: "invitation", about: playlist, at: now, isRead: false });
}

/** Whether a member may choose this collaborator instead of the current one. */
function canInvite(model: Model, me: Who, you: Who | undefined, current: Who | undefined): boolean {
  if (you === undefined) return true;
  return isContact(model, me, you) && (you === current || !isClosed(model.pair(me, you)));
}

function isClosed(pair: Pair): boolean {
  return openOf(pair)?.closedBy !== undefined;
}

/** Whether the other member is a contact of this one, whose own account may have been deleted in the same moment. */
function isContact(model: Model, me: Who, you: Who): boolean {
  const pair = model.pair(me, you);
  return !model.isGone(you) && isConnected(pair) && !isApart(pair);
}

function shownCollaborator(model: Model, { owner, collaborator }: Playlist): Who | undefined {
  return collaborator !== undefined && isContact(model, owner, collaborator) ? collaborator : undefined;
}

function roleOf(model: Model, me: Who, playlist: Playlist): Role | undefined {
  const { owner, collaborator, isPublic, isDeleted } = playlist;
  if (isDeleted) return undefined;
  if (owner === me) return "owner";
  if (collaborator === me && isContact(model, me, owner)) return "collaborator";
  return isPublic && model.canSee(me, owner) ? "reader" : undefined;
}

function find(model: Model, me: Who, id: string): Playlist {
  const found = model.playlists.find((each) => each.id === id);
  if (!found || !roleOf(model, me, found)) throw new Refused("absent");
  return found;
}

function findOwn(model: Model, me: Who, id: string): Playlist {
  const playlist = find(model, me, id);
  if (playlist.owner !== me) throw new Refused("forbidden");
  return playlist;
}

function findSong({ songs }: Playlist, id: string): Song {
  const song = songs.find((each) => each.id === id);
  if (!song) throw new Refused("absent");
  return song;
}

function describe(model: Model, me: Who, playlist: Playlist, role: Role): string {
  const shown = shownCollaborator(model, playlist);
  const knows = shown === undefined || shown === me || model.canSee(me, shown);
  const collaborator = knows ? shown : undefined;
  const nameOf = (who: Who | undefined) => (who === undefined ? "nobody" : model.member(who).name);
  const isNamed = (who: Who) => who === playlist.owner || who === collaborator;
  const songs = playlist.songs.map(({ title, by }) => `${title} (${nameOf(isNamed(by) ? by : undefined)})`);
  return [
    `${role} of ${playlist.name} by ${nameOf(playlist.owner)} and ${nameOf(collaborator)}`,
    playlist.isPublic ? "public" : "private",
    ...songs,
  ].join("; ");
}
