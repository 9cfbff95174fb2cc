// The buttons of a show: going, going and wanting company, and taking either back.
import { Link, useFetcher } from "@remix-run/react";
import type { GoingViewers } from "db/column-types";
import { useFocusOnChange } from "~/browser/use-focus";
import { type Message, msg, t } from "~/language/text";
import { PRIVACY_PATH } from "~/models/account/privacy";
import type { Going } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";

/** Shows the choice at once, and the server's state once it has answered. */
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
        {t(words[going])}
      </p>
      <p className="mt-1 text-sm">
        {t(viewers[seenBy])}{" "}
        <Link to={PRIVACY_PATH} className="underline">
          {t("Choose who sees it")}
        </Link>
      </p>
      <div className="cluster mt-2">
        {going === "no" ? (
          <Button name="going" value="going" variant="primary" icon="check">
            {t("I'm Going")}
          </Button>
        ) : null}
        {going === "going" ? (
          <Button name="going" value="together" variant="primary" icon="matches">
            {t("I'd Go with Somebody")}
          </Button>
        ) : null}
        {going === "together" ? (
          <Button name="going" value="going">
            {t("I'd Rather Go Alone")}
          </Button>
        ) : null}
        {going === "no" ? null : (
          <Button name="going" value="no" icon="undo">
            {going === "together" ? t("Not Going") : t("Undo")}
          </Button>
        )}
      </div>
    </Form>
  );
}

const viewers: Record<GoingViewers, Message> = {
  people: msg(
    "Only people you could meet in Discover see that you're going. It tells them no more about where you are than the show does.",
  ),
  matches: msg(
    "Only your matches see that you're going. It tells them no more about where you are than the show does.",
  ),
  nobody: msg("Nobody sees that you're going."),
};

const words: Record<Going, Message> = {
  no: msg("Going?"),
  going: msg("You're going"),
  together: msg("You're going, and you'd go with somebody"),
};
