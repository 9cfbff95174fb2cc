// The 'Why 78%?' link to the reasons of a score; with scripts it opens them in a dialog.
import { Link, useFetcher } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { usePlace } from "~/browser/use-place";
import type { DialogProps } from "~/components/ui/dialog/dialog";
import type { Why } from "~/matching/reasons";
import { ReasonsList } from "./reasons-list";

/** Links to the page of a member's reasons. */
export function WhyLink({ memberId, name, score }: { memberId: string; name: string; score: number }) {
  const { hash, open, close } = usePlace();
  const place = `#why-${memberId}`;

  function openDialog(event: MouseEvent) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(place);
  }

  return (
    <>
      <Link to={whyPath(memberId)} onClick={openDialog} className="link why-link">
        Why {score}%?
        <span className="sr-only"> With {name}</span>
      </Link>
      {hash === place ? <WhyDialog memberId={memberId} onClose={close} /> : null}
    </>
  );
}

function WhyDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const { data: why, load } = useFetcher<Why>();
  const [Frame, setFrame] = useState<ComponentType<DialogProps>>();

  useEffect(() => load(whyPath(memberId)), [load, memberId]);

  useEffect(() => {
    let isUnmounted = false;
    import("~/components/ui/dialog/dialog").then(
      (module) => !isUnmounted && setFrame(() => module.Dialog),
      () => !isUnmounted && window.location.assign(whyPath(memberId)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [memberId]);

  if (!Frame || !why) return null;
  return (
    <Frame title={`Why ${why.score}%?`} description={`You and ${why.name}`} onClose={onClose}>
      <ReasonsList {...why} />
    </Frame>
  );
}

function whyPath(memberId: string) {
  return `/members/${memberId}/why`;
}
