// Sign-ups by network and hour, with a button that holds the newcomers of one.
import { Link } from "@remix-run/react";
import { SIGN_UP_DAYS } from "~/durations";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { Card } from "~/ui/card";
import { PostButton } from "~/ui/form";

/** `hour` and `heldUntil` are formatted. */
export function NetworksCard({
  networks,
}: {
  networks: { network: string; hour: string; count: number; heldUntil: string | null }[];
}) {
  return (
    <Card title={t("Sign-Ups by Network")} note={t("Last {days} days, UTC", { days: SIGN_UP_DAYS })}>
      {networks.length ? (
        <>
          <p className="mb-2 text-soft">
            {t(
              "Holding a network makes its new accounts wait for approval. Accounts that are already in stay in: look at them to decide about several at once.",
            )}
          </p>
          <ul className="divided">
            {networks.map(({ network, hour, count, heldUntil }) => (
              <li key={`${network} ${hour}`} className="py-2">
                <p className="break-words">
                  <Trans
                    text="{network}: {count} in the hour from {hour}"
                    values={{ network: <b>{network}</b>, count, hour }}
                  />
                </p>
                <div className="cluster">
                  <Link
                    to={`${NEWCOMERS_PATH}?${new URLSearchParams({ show: "new", by: "network", value: network })}`}
                    className="link py-1"
                  >
                    {t("Look at the Accounts")}
                  </Link>
                  <PostButton
                    to="/admin/networks"
                    fields={{ network, held: String(!heldUntil) }}
                    aria-label={
                      heldUntil
                        ? t("Stop holding {network}", { network })
                        : t("Hold new accounts of {network}", { network })
                    }
                  >
                    {heldUntil ? t("Stop Holding") : t("Hold New Accounts")}
                  </PostButton>
                </div>
                {heldUntil ? (
                  <p className="text-soft">
                    {t("New accounts wait for approval until {time}.", { time: heldUntil })}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t("No one has joined in the last {days} days.", { days: SIGN_UP_DAYS })}</p>
      )}
    </Card>
  );
}
