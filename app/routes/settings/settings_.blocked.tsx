import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { numberedPage } from "~/models/cursor";
import { targetInput } from "~/models/match/match-schema";
import { shortName } from "~/models/public-member";
import { type BlockDto, blockMessages } from "~/models/safety/block";
import { listBlocks, unblockMember } from "~/models/safety/block.server";
import { reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Blocked Members · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
  return listBlocks(member.id, cursor);
}

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: "/settings/blocked" }, async (member, form) => {
    const { targetUserId } = parseInput(targetInput, Object.fromEntries(form));
    await unblockMember(member.id, targetUserId);
    return { flash: blockMessages.unblocked };
  });
}

export default function BlockedMembers() {
  const { blocks, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Blocked Members")}
        back={BACK_TO_SETTINGS}
        text={t("You can't see each other, and they aren't told.")}
      />
      {blocks.length ? (
        <ul className="card divided px-4 py-1">
          {blocks.map((block) => (
            <Blocked key={block.userId} block={block} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={t("No blocked members")}
          text={t("Members you block appear here, so you can unblock them.")}
        />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>{t("Older blocks")}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

function Blocked({ block }: { block: BlockDto }) {
  useFocusAfterwards();
  const name = shortName(block);
  return (
    <li className="spread py-2">
      <p>
        <b>{name}</b>
        <span className="block text-soft">
          <Trans text="Blocked {date}" values={{ date: <DateTime at={block.createdAt} as="date" /> }} />
        </span>
      </p>
      <div className="cluster">
        <PostButton
          to="/settings/blocked"
          fields={{ targetUserId: block.userId }}
          aria-label={t("Unblock {name}", { name })}
        >
          {t("Unblock")}
        </PostButton>
        <ButtonLink to={reportPath("member", block.userId)} aria-label={t("Report {name}", { name })}>
          {t("Report", { as: "button" })}
        </ButtonLink>
      </div>
    </li>
  );
}
