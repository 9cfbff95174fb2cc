// The way out of the profile.
import { type FormEvent, useState } from "react";
import { Button } from "./button";
import { announce } from "./toaster";

/** Posts a logout; with scripts a failure is told and the page stays. */
export function SignOut() {
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsLeaving(true);
    try {
      const answer = await fetch("/api/auth/logout", { method: "POST", credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.statusText);
      // A whole new document: nothing of the member's stays in memory.
      window.location.assign("/");
    } catch {
      setIsLeaving(false);
      announce({
        id: crypto.randomUUID?.() ?? String(Date.now()),
        kind: "error",
        title: "Error",
        description: "Failed to logout. Please try again.",
      });
    }
  }

  return (
    <form method="post" action="/api/auth/logout" onSubmit={leave}>
      <Button icon="logout" disabled={isLeaving}>
        Sign Out
      </Button>
    </form>
  );
}
