import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { userAgentOf } from "~/auth/session.server";
import { useFocusOnChange } from "~/browser/use-focus";
import { COMMUNITY_NAME, titled } from "~/community";
import { EXPORT_DAYS } from "~/durations";
import { submitButton } from "~/forms/mutation.server";
import { requireConfirmed, requireUndeleted } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import {
  describeProgress,
  describeSize,
  EXPORT_PATH,
  type ExportDto,
  exportMessages,
  exportPath,
} from "~/models/account/export/export";
import { getNewestExport, startExport } from "~/models/account/export/export.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import type { Member } from "~/models/member/member.server";
import { ButtonAnchor } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";
import { WorkProgress } from "~/ui/progress/work-progress";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Download Your Data · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { member } = await requireConfirmed(request, EXPORT_PATH, requireUndeleted);
  return { latest: await getNewestExport(member.id) };
}

export async function action({ request }: ActionFunctionArgs) {
  const authorize = async () => (await requireConfirmed(request, EXPORT_PATH, requireUndeleted)).member;
  const start = async ({ id }: Member) => {
    await startExport(id, userAgentOf(request));
    return { flash: exportMessages.started };
  };
  return submitButton(request, { page: EXPORT_PATH, errorTitle: t("Export failed"), authorize }, start);
}

export default function Export() {
  const { latest } = useLoaderData<typeof loader>();
  const state = useFocusOnChange<HTMLDivElement>(latest?.id);
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Download Your Data")}
        back={BACK_TO_SETTINGS}
        text={t("A ZIP file with everything you've added to {community}.", { community: COMMUNITY_NAME })}
      />
      <ul className="divided mb-4">
        <li className="py-2">{t("Your profile, pictures, music preferences and connected services")}</li>
        <li className="py-2">
          {t("Who you liked, passed on or blocked, your matches and your conversations")}
        </li>
        <li className="py-2">
          {t("Your records as a file you can import again, your playlists and trivia games")}
        </li>
        <li className="py-2">
          {t("Where you're signed in, your reports, and decisions about your account")}
        </li>
      </ul>
      <div ref={state} tabIndex={-1}>
        {latest ? (
          <Card>
            <ExportState latest={latest} />
          </Card>
        ) : (
          <StartButton label={t("Create Export")} />
        )}
      </div>
      <p className="mt-4 text-soft">
        {t(
          "You can create up to three a day. Each one replaces the last and stays here for {days} days. Keep it safe: it contains your conversations.",
          { days: EXPORT_DAYS },
        )}
      </p>
    </div>
  );
}

function ExportState({ latest }: { latest: ExportDto }) {
  if (latest.status === "failed") {
    return (
      <div className="stack">
        <p role="alert">{t("We couldn't put your export together. Nothing is lost, so please try again.")}</p>
        <StartButton label={t("Try Again")} />
      </div>
    );
  }
  if (latest.status === "waiting") {
    return (
      <WorkProgress
        text={t("Putting your export together: {progress}", { progress: describeProgress(latest) })}
        value={latest.done}
        max={latest.total ?? 1}
        address={EXPORT_PATH}
      />
    );
  }
  return (
    <div className="stack">
      <p role="status">
        <Trans
          text="Your export is ready. You can download it until {date}."
          values={{ date: <DateTime at={latest.expiresAt} as="date" /> }}
        />
      </p>
      <div className="cluster">
        <ButtonAnchor variant="primary" href={exportPath(latest.id)}>
          {t("Download ({size})", { size: describeSize(latest.bytes ?? 0) })}
        </ButtonAnchor>
        <StartButton label={t("Create New Export")} isQuiet />
      </div>
    </div>
  );
}

function StartButton({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) {
  return (
    <PostButton to={EXPORT_PATH} variant={isQuiet ? "quiet" : "primary"}>
      {label}
    </PostButton>
  );
}
