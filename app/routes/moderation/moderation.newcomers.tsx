import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ModerationPage } from "~/components/safety/moderation-page";
import { NewcomerForm } from "~/components/safety/newcomer-form";
import { NEWCOMER_DAYS } from "~/durations";
import { submitForm } from "~/forms/form.server";
import { parseInput } from "~/http/body.server";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { listNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { decideNewcomers } from "~/models/safety/newcomer/newcomer-outcome.server";
import { type NewcomerQuery, newcomerInput, newcomerQuery } from "~/models/safety/newcomer/newcomer-schema";
import { EmptyState } from "~/ui/card";
import type { FormRefusal } from "~/ui/form-refusal";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Newcomers · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = parseInput(newcomerQuery, Object.fromEntries(new URL(request.url).searchParams));
  return { query, ...(await listNewcomers(moderator.id, query)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = {
    schema: newcomerInput,
    authorize: requireModerator,
    page: NEWCOMERS_PATH,
    errorTitle: t("Nothing was decided"),
  };
  return submitForm(request, form, async (moderator, input) => {
    const count = await decideNewcomers(moderator.id, input);
    const query = parseInput(newcomerQuery, Object.fromEntries(new URL(request.url).searchParams));
    return {
      // The same list, but nobody in it is checked for the next outcome.
      to: `${NEWCOMERS_PATH}?${toParams({ ...query, all: false })}`,
      flash: { title: t("{count, plural, one {1 account decided} other {# accounts decided}}", { count }) },
    };
  });
}

export default function Newcomers() {
  const { query, newcomers, total } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  const isNew = query.show === "new";
  const shared = newcomers[0]?.traits.find(({ trait }) => trait === query.by)?.label;
  return (
    <ModerationPage
      title={t("Newcomers")}
      current="newcomers"
      text={
        isNew
          ? t("Who has joined in the last {days} days.", { days: NEWCOMER_DAYS })
          : t("Who waits to be let in, and who was refused and isn't deleted yet. Nobody else can see them.")
      }
    >
      {query.by ? (
        <p className="break-words">
          {shared === undefined
            ? t("Only accounts with this in common: none are left.")
            : t("Only accounts with this in common: {shared}.", { shared })}
        </p>
      ) : null}
      <p className="cluster">
        {newcomers.length > 1 ? (
          <Link to={`${NEWCOMERS_PATH}?${toParams({ ...query, all: !query.all })}`} className="link py-1">
            {query.all ? t("Untick all") : t("Tick all")}
          </Link>
        ) : null}
        <Link to={isNew ? NEWCOMERS_PATH : `${NEWCOMERS_PATH}?show=new`} className="link py-1">
          {isNew ? t("Who waits") : t("Everyone who has joined lately")}
        </Link>
        {query.by ? (
          <Link to={`${NEWCOMERS_PATH}?show=${query.show}`} className="link py-1">
            {t("All of this list")}
          </Link>
        ) : null}
      </p>
      {newcomers.length < total ? (
        <p>{t("The first {count} of {total}.", { count: newcomers.length, total })}</p>
      ) : null}
      {newcomers.length ? (
        <NewcomerForm
          key={String(query.all)}
          newcomers={newcomers}
          show={query.show}
          isAllTicked={query.all}
          refused={refused}
        />
      ) : (
        <EmptyState
          title={isNew ? t("No newcomers") : t("No one is waiting")}
          text={t("New accounts appear here automatically.")}
        />
      )}
    </ModerationPage>
  );
}

function toParams({ show, by, value, all }: NewcomerQuery): URLSearchParams {
  return new URLSearchParams({ show, ...(by && value ? { by, value } : {}), ...(all ? { all: "on" } : {}) });
}
