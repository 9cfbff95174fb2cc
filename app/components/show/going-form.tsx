// The presses of a show: going, going with somebody, and taking either back.
import { Link, useFetcher } from "@remix-run/react";
import type { GoingViewers } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { PRIVACY_PATH } from "~/models/account/privacy";
import type { Going } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";

/** Shows what was pressed at once, and what the server says once it has answered. */
export function GoingForm({
  showId,
  going: saved,
  seenBy,
}: {
  showId: string;
  going: Going;
  seenBy: GoingViewers;
}) {
  const fetcher = useFetcher({ key: `going-${showId}` });
  const pressed = fetcher.formData?.get("going") as Going | undefined;
  const going = pressed ?? saved;
  const state = useFocusOnChange<HTMLParagraphElement>(going);
  return (
    <Form fetcher={fetcher} action={`${showPath(showId)}/going`}>
      <p
        ref={state}
        tabIndex={-1}
        role="status"
        className="font-display text-[1.375rem] font-extrabold leading-[1.1]"
      >
        {words[going]}
      </p>
      <p className="mt-1 text-sm">
        {viewers[seenBy]}{" "}
        <Link to={PRIVACY_PATH} className="underline">
          Choose who sees it
        </Link>
      </p>
      <div className="cluster mt-2">
        {going === "no" ? (
          <Button name="going" value="going" variant="primary" icon="check">
            I'm Going
          </Button>
        ) : null}
        {going === "going" ? (
          <Button name="going" value="together" variant="primary" icon="matches">
            I'd Go with Somebody
          </Button>
        ) : null}
        {going === "together" ? (
          <Button name="going" value="going">
            Rather Alone
          </Button>
        ) : null}
        {going === "no" ? null : (
          <Button name="going" value="no" icon="undo">
            {going === "together" ? "Not Going" : "Undo"}
          </Button>
        )}
      </div>
    </Form>
  );
}

const WHEREABOUTS = "It tells them no more about where you are than the show does.";

const viewers: Record<GoingViewers, string> = {
  people: `Only people you could meet in Discover see that you're going. ${WHEREABOUTS}`,
  matches: `Only your matches see that you're going. ${WHEREABOUTS}`,
  nobody: "Nobody sees that you're going.",
};

const words: Record<Going, string> = {
  no: "Going?",
  going: "You're going",
  together: "You're going, and you'd go with somebody",
};
