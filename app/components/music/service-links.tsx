// Links to a song, a record or an artist at the music services.
import type { ListenChoice, ListenService } from "db/column-types";
import { t } from "~/language/text";
import { type Listenable, nameListenable } from "~/models/music/listen";
import { listenServiceNames, listenUrl, orderServices } from "~/models/music/listen-services";

/** The member's own service is a button, the others are links below it. Nothing is requested from them before a click. */
export function ServiceLinks({
  song,
  own,
  onOpen,
}: {
  song: Listenable;
  own: ListenChoice | null | undefined;
  onOpen?: (service: ListenService) => void;
}) {
  const hasOwn = own !== null && own !== undefined && own !== "none";
  const linkTo = (service: ListenService, isOwn: boolean) => (
    <a
      href={listenUrl(service, song)}
      target="_blank"
      rel="noopener noreferrer"
      className={
        isOwn ? "button button-primary w-full" : "flex min-h-target items-center font-semibold hover:text-red"
      }
      onClick={() => onOpen?.(service)}
    >
      {isOwn ? t("Open in {service}", { service: listenServiceNames[service] }) : listenServiceNames[service]}
      <span className="sr-only"> {t("(in a new tab)")}</span>
    </a>
  );
  const services = orderServices(own);
  const [first] = services;
  return (
    <>
      {hasOwn && first ? linkTo(first, true) : null}
      <p className={hasOwn ? "eyebrow mt-3" : "eyebrow"}>{hasOwn ? t("Or in") : t("Open in")}</p>
      <ul
        className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-[0_12px]"
        aria-label={t("Open {song} in", { song: nameListenable(song) })}
      >
        {(hasOwn ? services.slice(1) : services).map((service) => (
          <li key={service}>{linkTo(service, false)}</li>
        ))}
      </ul>
    </>
  );
}
