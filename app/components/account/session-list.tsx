// Where a member is signed in, and the way out of each.
import { useFetcher } from "@remix-run/react";
import { SETTINGS_PATH, type SignedInBrowser } from "~/models/session";
import { Button } from "./button";
import { Moment } from "./moment";
import { SignOut } from "./sign-out";
import { Badge, Sleeve } from "./sleeve";

/** The browser that shows it comes first, and leaves as from the profile. */
export function SignedInBrowsers({ browsers }: { browsers: SignedInBrowser[] }) {
  const others = browsers.filter(({ isCurrent }) => !isCurrent);
  const all = useFetcher();
  return (
    <Sleeve title="Where You Are Signed In" className="max-w-prose">
      <ul>
        {browsers.map((browser) => (
          <li key={browser.id} className="browser">
            <div id={`browser-${browser.id}`} className="min-w-0">
              <p className="cluster">
                <b>{browser.name}</b>
                {browser.isCurrent ? <Badge tone="green">This browser</Badge> : null}
              </p>
              <p className="text-soft">
                Signed in <Moment at={browser.signedInAt} as="date" />
              </p>
            </div>
            {browser.isCurrent ? <SignOut /> : <EndSession browser={browser} />}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <all.Form method="post" action={`${SETTINGS_PATH}/sessions/end`} className="mt-4">
          <Button look="danger" icon="logout" disabled={all.state !== "idle"}>
            Sign Out Everywhere Else
          </Button>
        </all.Form>
      ) : null}
      <p className="mt-4 text-soft">
        {others.length
          ? "A browser that you do not know? Sign it out here."
          : "You are signed in nowhere else."}
      </p>
    </Sleeve>
  );
}

function EndSession({ browser }: { browser: SignedInBrowser }) {
  const sender = useFetcher();
  return (
    <sender.Form method="post" action={`${SETTINGS_PATH}/sessions/${browser.id}/end`}>
      <Button icon="logout" disabled={sender.state !== "idle"} aria-describedby={`browser-${browser.id}`}>
        Sign Out
      </Button>
    </sender.Form>
  );
}
