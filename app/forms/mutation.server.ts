// The wrapper of every mutation: it runs one model function and turns its outcome or refusal into the response.
import { data, redirect, replace } from "@remix-run/node";
import { localPath } from "~/auth/return-path";
import { forgetSession } from "~/auth/session.server";
import { readForm } from "~/http/body.server";
import { logCause, retryHeaders } from "~/http/error-response.server";
import { refusalFlash, setFlash, successFlash } from "~/http/flash.server";
import { isFetchRequest, requireMember } from "~/http/page.server";
import { type FileKind, type UploadForm, withUploadForm } from "~/http/upload.server";
import { msg, toText, type Wording } from "~/language/text";
import { rejectAfterEnd } from "~/models/community/ending.server";
import type { FlashMessage } from "~/models/flash";
import type { Member } from "~/models/member/member.server";
import { Refusal, refusalAt, refusalIn, statusOf } from "~/refusal";

/** The outcome of a change. */
export type Outcome = {
  /** Shown as a toast, or without scripts on the next page. */
  flash?: FlashMessage;
  /** The page to redirect to. Without it a screen with scripts stays and gets `data`. */
  to?: string;
  data?: object;
  /** The next state of the form, if there was nothing to save yet. */
  form?: object;
};

export type Mutation = {
  /** The next page without scripts if the outcome names none; by default the path of the form. */
  page?: string;
  /** The title of a refusal without a field. */
  errorTitle?: Wording;
  /**
   * The action data of a refused form, which shows the error itself and has no flash message. Buttons have none: their refusal
   * becomes a flash message, and without scripts it redirects to `page`.
   */
  reject?: (refusal: Refusal) => { title?: string; [data: string]: unknown } | undefined;
};

/**
 * Runs a change and responds with data to a fetch, or to a browser with a redirect (303) and the flash message in the session.
 * A refusal becomes a response with its status, `Retry-After`, and the result of `reject` or a flash message.
 */
export async function mutate(
  request: Request,
  { page = new URL(request.url).pathname, errorTitle = msg("Error"), reject }: Mutation,
  change: () => Promise<Outcome>,
) {
  try {
    const { flash: message, to, data: saved, form } = await change();
    const flash = message && successFlash(message);
    if (form || (isFetchRequest(request) && !to)) return data({ flash, ...saved, ...form }, { status: 200 });
    if (flash) await setFlash(request, flash);
    // Back skips the form of a page or dialog of its own, but not the page of a button.
    const leave = reject ? replace : redirect;
    return leave(to ?? localPath(page), 303);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const init = { status: statusOf(refusal), headers: retryHeaders(refusal) };
    logCause(refusal);
    const shown = reject?.(refusal);
    const form = shown && {
      title: Object.keys(refusal.fields).length ? undefined : toText(errorTitle),
      ...shown,
    };
    if (form) {
      // The page shows what was saved before the refusal.
      if (!isFetchRequest(request)) forgetSession();
      return data(form, init);
    }
    const flash = refusalFlash(refusal, errorTitle);
    if (isFetchRequest(request)) return data({ flash }, init);
    await setFlash(request, flash);
    return redirect(localPath(page), 303);
  }
}

/** The `reject` of a form with one field: a refusal of its value appears there. */
export function rejectAt(field: string) {
  return (refusal: Refusal) => {
    const { message, fields } = refusalAt(field, refusal);
    return { error: message, fields };
  };
}

/**
 * The result of a change. If its subject is absent, the refusal says `gone` instead of a general sentence, because the member
 * had it open.
 */
export async function unlessGone<Result>(gone: Wording, change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (refusalIn(error)?.code === "absent") throw new Refusal("absent", gone);
    throw error;
  }
}

/** A form of members, with or without files. */
type MemberForm = Omit<Mutation, "reject"> & {
  /** The kind of files in its file fields, if it has any. */
  files?: FileKind;
  /** Resolves once files may be read. */
  begin?: (member: Member) => Promise<void>;
  /** Also gets the fields, as far as they were read. */
  reject?: (refusal: Refusal, form: FormData) => ReturnType<NonNullable<Mutation["reject"]>>;
};

/** Runs the change of a form without a schema, with the member and what was sent. A refused file refuses the form. */
export async function submitFields(
  request: Request,
  { files: kind, begin, reject, ...mutation }: MemberForm,
  change: (member: Member, form: FormData, files: Omit<UploadForm, "form">) => Promise<Outcome>,
) {
  const member = await requireMember(request);
  let form = new FormData();
  const run = async ({ form: sent, ...files }: UploadForm) => {
    form = sent;
    if (files.fileError) throw files.fileError;
    rejectAfterEnd(request);
    return change(member, sent, files);
  };
  const read = async () =>
    kind
      ? withUploadForm(member.id, request, kind, run, async () => begin?.(member))
      : run({ form: await readForm(request), paths: [] });
  return mutate(request, { ...mutation, reject: reject && ((refusal) => reject(refusal, form)) }, read);
}

/** Checks who may send a form and returns what its change gets: a member, unless stated otherwise. */
export type Authorize<Who> = (request: Request) => Promise<Who>;

/**
 * Runs a button's change for the result of `authorize`. Its refusal becomes a flash message; without scripts it redirects to
 * `page`.
 */
export async function submitButton<Who = Member>(
  request: Request,
  {
    authorize = requireMember as Authorize<Who>,
    ...button
  }: { page: string; errorTitle?: Wording; authorize?: Authorize<Who> },
  change: (who: Who, form: FormData) => Promise<Outcome>,
) {
  const who = await authorize(request);
  return mutate(request, button, async () => {
    const form = await readForm(request);
    rejectAfterEnd(request);
    return change(who, form);
  });
}
