// Links to a member's profiles at music services, which nobody has verified.

import { musicServices } from "~/integrations/music-service";
import { t } from "~/language/text";
import type { ShownProfile } from "~/models/music-account/service-profile";
import { Badge } from "~/ui/card";

export function ProfileLink({
  url,
  name,
  className = "",
}: {
  url: string;
  name: string;
  className?: string;
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`link break-words ${className}`}
      dir="auto"
    >
      {name}
      <span className="sr-only"> {t("(in a new tab)")}</span>
    </a>
  );
}

/** The links on a member's page. */
export function ProfileLinks({ profiles }: { profiles: ShownProfile[] }) {
  if (!profiles.length) return null;
  return (
    <section>
      <h2 className="eyebrow">{t("Elsewhere")}</h2>
      <ul>
        {profiles.map(({ service, url, name }) => (
          <li key={service} className="cluster items-baseline py-1">
            <span>{musicServices[service].name}</span>
            <ProfileLink url={url} name={name} />
            <Badge tone="quiet">{t("not verified")}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
