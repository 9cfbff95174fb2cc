// The menu of a round label: the services that a song can be opened in, and the question which of them is the member's own.
import { useFetcher, useRouteLoaderData } from "@remix-run/react";
import type { ListenChoice, ListenService } from "db/column-types";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { t } from "~/language/text";
import { LISTEN_PATH, type Listenable } from "~/models/music/listen";
import { listenServiceNames } from "~/models/music/listen-services";
import { Button } from "~/ui/button";
import { ServiceLinks } from "./service-links";

const LABEL_PX = 44;
/** The distance from the label, and the least distance from the edges of the window. */
const GAP_PX = 4;
const MARGIN_PX = 8;

/** On a phone at the lower edge, where a thumb reaches it; in a wider window beside the label. */
export function ListenMenu({ song, onClose }: { song: Listenable; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const viewer = useViewer();
  const [opened, setOpened] = useState<ListenService>();
  useBeside(menu);
  useClosing(menu, onClose);
  const { artist, title } = song;
  return (
    <div
      ref={menu}
      className="card listen-menu fixed bottom-[calc(8px+env(safe-area-inset-bottom,0px))] left-2 z-song-menu max-h-[calc(100%-16px)] w-[calc(100%-16px)] overflow-y-auto p-3 text-left md:bottom-auto md:left-[--left] md:top-[--top] md:w-80"
    >
      <p className="mb-2 text-sm">
        <b className="line-clamp-2" dir="auto">
          {title || artist}
        </b>
        {title && artist ? (
          <span className="line-clamp-2 text-soft" dir="auto">
            {artist}
          </span>
        ) : null}
      </p>
      <ServiceLinks song={song} own={viewer?.listenService} onOpen={setOpened} />
      {viewer?.listenService === null && opened ? <OwnQuestion viewer={viewer} service={opened} /> : null}
    </div>
  );
}

type Viewer = { id: string; listenService: ListenChoice | null };

function useViewer(): Viewer | null | undefined {
  return useRouteLoaderData<{ viewer: Viewer | null }>("root")?.viewer;
}

/** Asked once, when a member has just opened a service. It isn't a form, because a list of songs already is one. */
function OwnQuestion({ viewer, service }: { viewer: Viewer; service: ListenService }) {
  const fetcher = useFetcher({ key: LISTEN_PATH });
  const isPending = fetcher.state !== "idle";
  const answer = (choice: ListenChoice) =>
    fetcher.submit({ viewer: viewer.id, service: choice }, { method: "post", action: LISTEN_PATH });
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="text-sm">
        {t("Put {service} first from now on?", {
          service: listenServiceNames[service],
        })}
      </p>
      <div className="cluster">
        <Button type="button" onClick={() => answer(service)} isPending={isPending}>
          {t("Yes")}
        </Button>
        <Button type="button" onClick={() => answer("none")} isPending={isPending}>
          {t("No")}
        </Button>
      </div>
    </div>
  );
}

/** Keeps a menu below its label, or else above it. On a phone its classes place it. */
function useBeside(menu: RefObject<HTMLElement>) {
  useLayoutEffect(() => {
    function place() {
      const label = menu.current?.parentElement?.getBoundingClientRect();
      if (!menu.current || !label) return;
      const { style, offsetWidth, offsetHeight } = menu.current;
      const { clientWidth, clientHeight } = document.documentElement;
      const left = Math.min(label.left, clientWidth - offsetWidth - MARGIN_PX);
      const below = label.top + LABEL_PX + GAP_PX;
      const above = Math.max(MARGIN_PX, label.top - offsetHeight - GAP_PX);
      style.setProperty("--left", `${Math.max(MARGIN_PX, left)}px`);
      style.setProperty("--top", `${below + offsetHeight > clientHeight - MARGIN_PX ? above : below}px`);
    }
    place();
    const unmount = new AbortController();
    const { signal } = unmount;
    document.addEventListener("scroll", place, { capture: true, passive: true, signal });
    window.addEventListener("resize", place, { signal });
    return () => unmount.abort();
  }, [menu]);
}

/** Closes a menu on Escape, which returns the focus, and on a click or focus elsewhere. */
function useClosing(menu: RefObject<HTMLElement>, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const unmount = new AbortController();
    const holder = menu.current?.parentElement;
    const isOutside = (target: EventTarget | null) => target instanceof Node && !holder?.contains(target);
    // A dialog around it listens on the document, and would close as well.
    const on = <Type extends keyof WindowEventMap>(
      type: Type,
      listener: (event: WindowEventMap[Type]) => void,
    ) => window.addEventListener(type, listener, { capture: true, signal: unmount.signal });
    on("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      holder?.querySelector("button")?.focus();
      close.current();
    });
    on("click", ({ target }) => isOutside(target) && close.current());
    on("focusin", ({ target }) => isOutside(target) && close.current());
    return () => unmount.abort();
  }, [menu]);
}
