// Who can see a playlist, and who may change it.

import type { Given } from "db/prepared.server";
import { member, playlist } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canMeet, canSee, isConnected } from "~/models/access.server";
import { pairInStatement } from "~/models/pair.server";

/** The two members of a playlist in a statement. */
export const owner = alias(member, "owner");

export const collaborator = alias(member, "collaborator");

/** True for the playlists that a member owns. */
export function isOwner(memberId: Given<number>): SQL | undefined {
  return and(eq(playlist.ownerId, memberId), isNull(playlist.removedAt));
}

/** True for the collaborator while the owner is a member and the two are connected. */
export function isCollaborator(memberId: Given<number>): SQL | undefined {
  return and(
    eq(playlist.collaboratorId, memberId),
    isNull(playlist.removedAt),
    isMember(playlist.ownerId),
    canMeet(playlist.ownerId, memberId),
    isConnected(pairInStatement(playlist.ownerId, memberId)),
  );
}

/** True for the owner and the collaborator. */
export function canAddSongs(memberId: Given<number>): SQL | undefined {
  return or(isOwner(memberId), isCollaborator(memberId));
}

/** True for the owner, the collaborator and, if it is public, everybody who can see its owner. */
export function canViewPlaylist(memberId: number): SQL | undefined {
  const hasVisibleOwner = hasRow(member, canSee(memberId, playlist.ownerId));
  return or(
    isOwner(memberId),
    isCollaborator(memberId),
    and(eq(playlist.isPublic, true), isNull(playlist.removedAt), hasVisibleOwner),
  );
}

function isMember(id: typeof playlist.ownerId): SQL {
  return hasRow(member, and(eq(member.id, id), isNull(member.withdrawnAt)));
}

/** True for playlists whose owner can see the collaborator. */
export function hasShownCollaborator(): SQL {
  return hasRow(collaborator, isShownCollaborator());
}

/** The join of `collaborator`: of playlists whose owner is connected with them. */
export function isShownCollaborator(): SQL | undefined {
  return and(
    eq(collaborator.id, playlist.collaboratorId),
    isNull(collaborator.withdrawnAt),
    canMeet(playlist.ownerId, collaborator.id),
    isConnected(pairInStatement(playlist.ownerId, collaborator.id)),
  );
}
