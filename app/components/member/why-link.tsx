// The 'Why 78%?' link to the reasons of a score; with scripts it opens them in a dialog.
import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useDialogLink } from "~/browser/use-dialog-hash";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { Why } from "~/models/match/why";
import { useDialog } from "~/ui/dialog/load-dialog";
import { ReasonsList } from "./reasons-list";

/** Links to the page of a member's reasons. */
export function WhyLink({
  memberId,
  name,
  score,
  className = "",
}: {
  memberId: string;
  name: string;
  score: number;
  className?: string;
}) {
  const { isOpen, openDialog, close } = useDialogLink(`#why-${memberId}`);
  return (
    <>
      <Link
        to={whyPath(memberId)}
        onClick={openDialog}
        className={`link why-link relative inline-block leading-[2.75rem] ${className}`}
      >
        <Trans
          text="Why {score}%?<span> With {name}</span>"
          values={{ score, name }}
          tags={{ span: <span className="sr-only" /> }}
        />
      </Link>
      {isOpen ? <WhyDialog memberId={memberId} name={name} score={score} onClose={close} /> : null}
    </>
  );
}

/** Opens before the reasons are loaded. */
function WhyDialog({
  memberId,
  onClose,
  ...known
}: Pick<Why, "name" | "score"> & { memberId: string; onClose: () => void }) {
  const { data: why, load } = useFetcher<Why>();
  const ReasonsDialog = useDialog(whyPath(memberId));

  useEffect(() => load(whyPath(memberId)), [load, memberId]);

  if (!ReasonsDialog) return null;
  const { name, score } = why ?? known;
  return (
    <ReasonsDialog
      title={t("Why {score}%?", { score })}
      description={t("You and {name}", { name })}
      isPending={!why}
      onClose={onClose}
    >
      {why ? <ReasonsList {...why} /> : null}
    </ReasonsDialog>
  );
}

function whyPath(memberId: string) {
  return `/members/${memberId}/why`;
}
