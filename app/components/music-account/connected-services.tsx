// Which services are connected, and their marks.
import type { MusicService } from "db/column-types";
import { musicServices } from "~/integrations/music-service";
import { t } from "~/language/text";
import type { MusicAccountDto } from "~/models/music-account/music-account";
import { Card } from "~/ui/card";

/** The first letter in the service's color; its name is read beside it. */
export function ServiceMark({ service }: { service: MusicService }) {
  const { name, mark } = musicServices[service];
  return (
    <span
      aria-hidden="true"
      className={`mr-2.5 inline-flex h-8 w-8 flex-none items-center justify-center rounded-full border font-display text-xl font-extrabold leading-none ${mark}`}
    >
      {name.charAt(0)}
    </span>
  );
}

/** Summarizes which services are connected. */
export function ConnectedServices({
  services,
  accounts,
}: {
  services: MusicService[];
  accounts: MusicAccountDto[];
}) {
  const active = accounts.filter(({ isActive }) => isActive);
  return (
    <Card
      title={t("Connected Services")}
      note={t("{count} of {total}", { count: active.length, total: services.length })}
    >
      <dl className="divided">
        {services.map((service) => {
          const account = active.find((each) => each.service === service);
          return (
            <div key={service} className="flex flex-wrap items-center justify-between py-2">
              <dt className="mr-3 flex items-center font-semibold">
                <ServiceMark service={service} />
                {musicServices[service].name}
              </dt>
              <dd className={account ? "min-w-0" : "text-soft"}>
                {account ? account.serviceUsername : t("Not connected")}
                {account && !account.isVerified ? ` ${t("(not verified)")}` : ""}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
