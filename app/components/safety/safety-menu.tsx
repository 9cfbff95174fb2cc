// The menu to unmatch, block or report a member.
import { Link, useLocation } from "@remix-run/react";
import { t } from "~/language/text";
import { photoReportId, reportPath } from "~/models/safety/report";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";

/**
 * `canUnmatch` is true for matches and open conversations, `canBlock` is false for former members, and a `photoId`
 * adds Report Photo. With a `conversation`, Report is about it, and Say goodbye closes an open one. Blocking and unmatching
 * return to this page.
 */
export function SafetyMenu({
  memberId,
  name,
  canUnmatch = false,
  canBlock = true,
  conversation,
  photoId,
}: {
  memberId: string;
  name: string;
  canUnmatch?: boolean;
  canBlock?: boolean;
  conversation?: { id: string; isOpen: boolean };
  photoId?: string;
}) {
  const { pathname, search } = useLocation();
  const from = `?from=${encodeURIComponent(pathname + search)}`;
  const links = [
    conversation?.isOpen ? [`/messages/${conversation.id}/goodbye`, t("Say goodbye")] : [],
    canUnmatch ? [`/members/${memberId}/unmatch${from}`, t("Unmatch")] : [],
    canBlock ? [`/members/${memberId}/block${from}`, t("Block", { as: "button" })] : [],
    [
      conversation ? reportPath("conversation", conversation.id) : reportPath("member", memberId),
      t("Report", { as: "button" }),
    ],
    photoId ? [reportPath("photo", photoReportId(memberId, photoId)), t("Report Photo")] : [],
  ];
  return (
    <Disclosure
      label={t("More options for {name}", { name })}
      icon={<Icon name="more" />}
      className="options-menu"
    >
      <ul>
        {links.map(([to, label]) =>
          to ? (
            <li key={to}>
              <Link to={to} className="nav-link">
                {label}
              </Link>
            </li>
          ) : null,
        )}
      </ul>
    </Disclosure>
  );
}
