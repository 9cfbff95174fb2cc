// The doors of the forms of Music Services: connecting without leaving the site, and taking over what was read.
import { data, redirect } from "@remix-run/node";
import { parseInput } from "~/http/api.server";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/member.server";
import { failure, leaveNotice, success } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { CONNECTIONS_PATH, connectionTrouble, connectionWords, type MusicService } from "~/models/connection";
import { connectListener, connectUnverified } from "~/models/connection.server";
import { importInput, listenerInput, serviceInput } from "~/models/connection-input";
import type { Member } from "~/models/member.server";
import { saveImport } from "~/models/music-import.server";
import type { NoticeContent } from "~/models/notice";
import { type Refusal, refusalIn } from "~/models/refusal";
import { preferencesWords } from "~/models/taste";

/** Connects what the form names. A refusal comes back to it with what was typed. */
export async function submitConnection(request: Request) {
  const member = await requireMember(request);
  let username = "";
  let service: MusicService | undefined;
  try {
    const form = await readForm(request);
    username = String(form.get("username") ?? "");
    ({ service } = parseInput(serviceInput, { service: form.get("service") }));
    const connection = await (service === "lastfm"
      ? connectListener(member.id, parseInput(listenerInput, { username }).username)
      : connectUnverified(member.id, service, madeUpAccount(member, service)));
    const words = connectionWords.connected(connection.service, connection.serviceUsername);
    await leaveNotice(request, success(words));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const isListener = service === "lastfm";
    const notice = isListener ? listenerNotice(refusal, username) : failure(refusal, connectionTrouble.title);
    const answer = { notice, error: isListener ? (notice.description ?? notice.title) : undefined, username };
    return data(answer, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
  throw redirect(CONNECTIONS_PATH, 303);
}

/** Takes over what was ticked. A refusal comes back to the form with what was ticked. */
export async function submitImport(request: Request, id: string) {
  const member = await requireMember(request);
  let ticked: { artists: string[]; favoriteGenres: string[]; playCount: string } | undefined;
  try {
    const form = await readForm(request);
    const all = (name: string) => form.getAll(name).map(String);
    ticked = {
      artists: all("artists"),
      favoriteGenres: all("favoriteGenres"),
      playCount: String(form.get("playCount") ?? ""),
    };
    await saveImport(member.id, id, parseInput(importInput, ticked));
    await leaveNotice(request, success(preferencesWords));
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const answer = { notice: failure(refusal), error: refusal.message, fields: refusal.fields, ticked };
    return data(answer, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
  throw redirect("/profile?tab=music", 303);
}

/** Without a check by the service an account is only what we say it is. */
function madeUpAccount({ id, firstName }: Member, service: string) {
  return { serviceUserId: `${service}_${id}`, serviceUsername: firstName || "Music Lover" };
}

/** In the words that the product has for each of Last.fm's troubles, without a status. */
function listenerNotice(refusal: Refusal, username: string): NoticeContent {
  const words = { ...failure(refusal, connectionTrouble.lastfm), description: refusal.message };
  if (!username.trim()) return { ...words, title: connectionTrouble.blank };
  if (refusal.code !== "unanswered") return words;
  return { ...words, description: `${connectionTrouble.unverifiable} ${refusal.message}` };
}
