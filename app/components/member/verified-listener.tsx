// The badge of verified listeners.
import { Link } from "@remix-run/react";
import { Trans } from "~/language/trans";
import { VERIFIED_LISTENERS_HELP } from "~/models/member/verified-listener";
import { Icon } from "~/ui/icon";

/** "Verified listener: since 2014, 54,189 plays", from the text of `describeListener()`; renders nothing without one. */
export function VerifiedListenerBadge({ listener }: { listener: string }) {
  return listener ? (
    <p className="mt-1 flex items-start">
      <Icon name="check" size={20} className="mr-1.5 flex-none text-green" />
      <span>
        <Trans
          text="<link>Verified listener</link>: {listener}"
          values={{ listener }}
          tags={{ link: <Link to={VERIFIED_LISTENERS_HELP} className="link" /> }}
        />
      </span>
    </p>
  ) : null;
}
