// The show that both the viewer and somebody else go to, as a reason to meet.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { describeShared, type SharedShow } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";
import { Icon } from "~/ui/icon";

/** "Also going to Low on Friday"; renders nothing without a show. */
export function SharedShowLine({ show }: { show: SharedShow | null }) {
  if (!show) return null;
  return (
    <p className="mt-2 flex items-center">
      <Icon name="shows" size={20} className="mr-2 flex-none text-red" />
      <Link to={showPath(show.id)} className="link inline-block min-w-0 py-2" dir="auto">
        {t("Also going to {show}", { show: describeShared(show) })}
      </Link>
    </p>
  );
}
