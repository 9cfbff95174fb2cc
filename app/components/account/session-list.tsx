// The browsers a member is signed in on.
import { useFocusAfterwards } from "~/browser/use-focus";
import { SignOut } from "~/components/profile/sign-out";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { SETTINGS_PATH, type SessionDto } from "~/models/account/sign-in/session";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";

/** Lists the current browser first; each has a Sign Out button. */
export function SessionList({ browsers }: { browsers: SessionDto[] }) {
  const others = browsers.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card title={t("Where You're Signed In")}>
      <ul className="divided">
        {browsers.map((browser) => (
          <li key={browser.id} className="cluster justify-between py-1">
            <div id={`browser-${browser.id}`} className="min-w-0">
              <p className="cluster">
                <b>{browser.name}</b>
                {browser.isCurrent ? <Badge tone="green">{t("This browser")}</Badge> : null}
              </p>
              <p className="text-soft">
                <Trans
                  text="Signed in {date}"
                  values={{ date: <DateTime at={browser.signedInAt} as="date" /> }}
                />
              </p>
            </div>
            {browser.isCurrent ? <SignOut /> : <EndSession browser={browser} />}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <div className="mt-4">
          <PostButton to={`${SETTINGS_PATH}/sessions/end`} variant="danger" icon="logout">
            {t("Sign Out Everywhere Else")}
          </PostButton>
        </div>
      ) : null}
      <p className="mt-4 text-soft">
        {others.length
          ? t("Don't recognize a browser? Sign it out.")
          : t("You're not signed in anywhere else.")}
      </p>
    </Card>
  );
}

function EndSession({ browser }: { browser: SessionDto }) {
  useFocusAfterwards();
  return (
    <PostButton
      to={`${SETTINGS_PATH}/sessions/${browser.id}/end`}
      icon="logout"
      aria-describedby={`browser-${browser.id}`}
    >
      {t("Sign Out")}
    </PostButton>
  );
}
