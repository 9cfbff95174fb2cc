// The Sign Out button.
import { type FormEvent, useState } from "react";
import { confirmLeaving } from "~/browser/use-unsaved-input";
import { t } from "~/language/text";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast/toaster";

/** Posts a logout; with scripts a failure shows a toast and the page stays. */
export function SignOut() {
  const [isPending, setIsPending] = useState(false);

  async function signOut(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!confirmLeaving()) return;
    setIsPending(true);
    window.dispatchEvent(new Event("leaving"));
    try {
      const answer = await fetch("/api/auth/logout", { method: "POST", credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.statusText);
      // A new document leaves nothing of the member's in memory.
      window.location.assign("/");
    } catch {
      setIsPending(false);
      showToast({
        id: crypto.randomUUID?.() ?? String(Date.now()),
        kind: "error",
        title: t("Error"),
        description: t("Failed to logout. Please try again."),
      });
    }
  }

  return (
    <form method="post" action="/api/auth/logout" onSubmit={signOut}>
      <Button icon="logout" isPending={isPending}>
        {t("Sign Out")}
      </Button>
    </form>
  );
}
