// Handles the buttons of a case, and the forms in moderators' review queues.
import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { submitForm } from "~/forms/form.server";
import { type Outcome, submitButton } from "~/forms/mutation.server";
import { requireModerator } from "~/http/page.server";
import { casePath, MODERATION_PATH } from "~/models/safety/case/case";

/** Runs a button's change of the case in the URL for a moderator. `errorTitle` is the title of a refusal. */
export function submitCaseButton(
  { request, params: { id = "" } }: ActionFunctionArgs,
  errorTitle: string,
  change: (moderatorId: number, id: string, form: FormData) => Promise<Outcome>,
) {
  const button = { page: casePath(id), errorTitle, authorize: requireModerator };
  return submitButton(request, button, (moderator, form) => change(moderator.id, id, form));
}

/** Decides about the item in the URL; `title` is the flash message for the result, and `list` the path of the queue. */
export function submitReview<Schema extends z.ZodTypeAny>(
  { request, params: { id = "" } }: ActionFunctionArgs,
  review: { schema: Schema; list: string; errorTitle: string },
  decide: (moderatorId: number, id: string, input: z.output<Schema>) => Promise<string>,
) {
  const { schema, list, errorTitle } = review;
  const page = `${MODERATION_PATH}/${list}`;
  // The error is a flash message, since the page has a form for every item.
  const form = { schema, page, errorTitle, authorize: requireModerator, reject: () => undefined };
  return submitForm(request, form, async (moderator, input) => ({
    flash: { title: await decide(moderator.id, id, input) },
  }));
}
