// The browser's side of every action: shows its flash message as a toast, and leaves the screen unchanged without a response.

import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { UNREACHABLE_STATUS } from "~/browser/revalidate";
import { COMMUNITY_NAME } from "~/community";
import { msg, t, toText, type Wording } from "~/language/text";
import type { FlashData } from "~/models/flash";
import { SIGNED_OUT } from "~/refusal";
import type { FormRefusal } from "~/ui/form-refusal";
import { hideToast, showToast } from "~/ui/toast/toaster";
import { readTyped } from "./typed-fields";

/**
 * The `clientAction` of a route. Without a response, a toast has `errorTitle` as its title and the reason below it: `noReason`
 * if there is none, `unreachable` without a connection. With `isToast` off the form shows the error itself, as every form does
 * with a refusal. `outlivesPage` is for forms whose answer matters even after the member has left their page, where it becomes
 * a toast.
 */
export function createClientAction({
  errorTitle,
  noReason = msg("Something went wrong."),
  unreachable = msg("We couldn't reach {community}. Check your connection.", { community: COMMUNITY_NAME }),
  isToast = true,
  outlivesPage = false,
}: {
  errorTitle?: Wording;
  noReason?: Wording;
  unreachable?: Wording;
  isToast?: boolean;
  outlivesPage?: boolean;
} = {}) {
  let errorToast = "";

  function showError(title: Wording, description: Wording) {
    errorToast = String(Math.random());
    showToast({
      id: errorToast,
      kind: "error",
      title: toText(title),
      description: toText(description),
    });
  }

  return async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
    const sent = request.clone();
    // The error of the last attempt must not outlast a successful one.
    hideToast(errorToast);
    try {
      const answer = await serverAction();
      const { flash, error, title } = (answer ?? {}) as { flash?: FlashData } & FormRefusal;
      if (flash?.kind === "error") errorToast = flash.id;
      if (flash) showToast(flash);
      else if (error && outlivesPage && !isOpen(request)) showError(title ?? errorTitle ?? t("Error"), error);
      return answer;
    } catch (failure) {
      // A newer submission or another screen has replaced this one, so nobody waits for its result.
      if (request.signal.aborted) throw failure;
      const isAnswer = isRouteErrorResponse(failure);
      // The session ended while the page was open, so this isn't the not-found screen.
      if (isAnswer && failure.data === SIGNED_OUT) throw new Response(SIGNED_OUT, { status: 401 });
      if (failure instanceof Response || (isAnswer && failure.status < 500)) throw failure;
      const isUnreachable = failure instanceof TypeError;
      const reason = toText(isUnreachable ? unreachable : noReason);
      const error =
        isAnswer && isToast
          ? `${failure.status}: ${String(failure.data || "") || failure.statusText || reason}`
          : reason;
      if (isToast) showError(errorTitle ?? t("Error"), error);
      return unansweredResponse(
        await sent.formData(),
        isToast ? {} : { error, title: errorTitle && toText(errorTitle), isUnreachable },
      );
    }
  };
}

/** For routes whose toasts need no title of their own. */
export const clientAction = createClientAction();

/** For pages with one form that sends pictures; the form shows the error itself. */
export const pictureClientAction = createClientAction({
  unreachable: msg("We couldn't reach {community}.", { community: COMMUNITY_NAME }),
  isToast: false,
});

/** Whether the form's own page is still open. */
function isOpen({ url }: Request): boolean {
  return new URL(url).pathname === location.pathname;
}

/**
 * The action data of a form without a response, or with a 500: it may have been saved or not. It is a Response because
 * its status prevents revalidation, which would fail as well.
 */
function unansweredResponse(
  form: FormData,
  refusal: { error?: string; title?: string; isUnreachable?: boolean },
) {
  const { typed, chosen } = readTyped(form);
  const answer = {
    ...refusal,
    ...{ typed, chosen },
    // The error that remix-validated-form shows and the input that it fills in again, as in form.server.ts.
    fieldErrors: refusal.error ? { form: refusal.error } : undefined,
    formId: typed.__rvfInternalFormId,
    repopulateFields: typed,
    version: typed.version,
  };
  const headers = { "Content-Type": "application/json" };
  return new Response(JSON.stringify(answer), { status: UNREACHABLE_STATUS, headers });
}
