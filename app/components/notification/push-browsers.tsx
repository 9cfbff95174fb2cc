// The browsers that show notifications while B-Side is closed.

import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { PushFailure } from "~/browser/push";
import { useFocusAfterwards } from "~/browser/use-focus";
import { COMMUNITY_NAME } from "~/community";
import { type Message, msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import type { PushBrowserDto, PushDto } from "~/models/notification/push";
import { Button } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";

const failures: Record<PushFailure, Message> = {
  denied: msg(
    "Your browser doesn't allow notifications from {community}. You can change that in its settings.",
    { community: COMMUNITY_NAME },
  ),
  unreachable: msg("That didn't work. Please check your connection and try again."),
};

/** Lists the current browser first; offers to add it unless it is there. */
export function PushBrowsers({ publicKey, browsers }: PushDto) {
  return (
    <Card title={t("Your Devices")}>
      <div className="stack">
        {browsers.length ? (
          <ul className="divided">
            {browsers.map((browser) => (
              <PushBrowser key={browser.id} browser={browser} />
            ))}
          </ul>
        ) : null}
        {browsers.some(({ isCurrent }) => isCurrent) ? null : <AddBrowser publicKey={publicKey} />}
      </div>
    </Card>
  );
}

function PushBrowser({ browser: { id, name, since, isCurrent } }: { browser: PushBrowserDto }) {
  useFocusAfterwards();
  const about = { "aria-describedby": `push-${id}` };
  return (
    <li className="cluster justify-between py-1">
      <div id={`push-${id}`} className="min-w-0">
        <p className="cluster">
          <b>{name}</b>
          {isCurrent ? <Badge tone="green">{t("This browser")}</Badge> : null}
        </p>
        <p className="text-soft">
          <Trans text="Since {date}" values={{ date: <DateTime at={since} as="date" /> }} />
        </p>
      </div>
      <div className="cluster">
        <PostButton to={`${NOTIFICATION_SETTINGS_PATH}/${id}/test`} {...about}>
          {t("Send a Test")}
        </PostButton>
        <PostButton to={`${NOTIFICATION_SETTINGS_PATH}/${id}/remove`} {...about}>
          {t("Remove")}
        </PostButton>
      </div>
    </li>
  );
}

const loadPush = () => import("~/browser/push");

/** Each text is one node: a part of it would count as a layout shift when the other replaces it. */
function AddBrowser({ publicKey }: { publicKey: string }) {
  const isHydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<"idle" | "asking" | PushFailure>("idle");
  if (!isHydrated || !knowsPush())
    return (
      <p>
        {t(
          "To get notifications while {community} is closed, open this page in a browser that supports them, with JavaScript turned on. On an iPhone or iPad, add {community} to the home screen first.",
          { community: COMMUNITY_NAME },
        )}
      </p>
    );

  async function add() {
    setState("asking");
    const failure = await loadPush().then(
      ({ subscribeToPush }) => subscribeToPush(publicKey),
      (): PushFailure => "unreachable",
    );
    setState(failure ?? "idle");
    if (!failure) revalidate();
  }
  return (
    <>
      <p>
        {t(
          "Hear about new matches, messages and moves on this device, even while {community} is closed. Your browser will ask you to allow it.",
          { community: COMMUNITY_NAME },
        )}
      </p>
      <div>
        <Button
          type="button"
          variant="primary"
          isPending={state === "asking"}
          // Loaded before the click ends, because browsers ask only right after one.
          onPointerDown={loadPush}
          onClick={() => void add()}
        >
          {state === "asking" ? t("Waiting for your browser...") : t("Notify This Device")}
        </Button>
      </div>
      <p role="status">{state === "denied" || state === "unreachable" ? t(failures[state]) : ""}</p>
    </>
  );
}

function knowsPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}
