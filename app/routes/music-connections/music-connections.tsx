import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { MusicService } from "db/column-types";
import { submitMusicAccount } from "~/actions/music-account/music-account-forms.server";
import { titled } from "~/community";
import { ConnectedServices } from "~/components/music-account/connected-services";
import { MusicAccountCard } from "~/components/music-account/music-account-card";
import { MusicFileFooter } from "~/components/music-account/music-file";
import { env } from "~/env.server";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { refreshMusicAccountsInBackground } from "~/http/service-consent.server";
import { t } from "~/language/text";
import { HISTORY_PATH } from "~/models/music-account/history/history";
import { musicAccountErrors } from "~/models/music-account/music-account";
import {
  listMusicAccounts,
  listProvable,
  listShownServices,
  servicesSetUp,
} from "~/models/music-account/music-account.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Music Connections")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const accounts = await listMusicAccounts(member.id);
  refreshMusicAccountsInBackground(member.id);
  return {
    accounts,
    setUp: servicesSetUp(),
    linksProfiles: env.linksProfiles,
    provable: listProvable(),
    services: listShownServices(accounts),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitMusicAccount(request);
}

export const clientAction = createClientAction({ errorTitle: musicAccountErrors.unknown });

export default function MusicAccounts() {
  const { accounts, setUp, linksProfiles, provable, services } = useLoaderData<typeof loader>();
  const answer = useActionData<FormRefusal>();
  const [first, ...others] = services;
  const cardOf = (service: MusicService) => (
    <MusicAccountCard
      key={service}
      service={service}
      account={accounts.find((each) => each.service === service)}
      isSetUp={setUp[service]}
      linksProfiles={linksProfiles}
      isProvable={provable.includes(service)}
      answer={answer?.typed?.service === service ? answer : undefined}
    />
  );
  return (
    <>
      <PageHeader
        title={t("Music Connections")}
        eyebrow={t("Side B · 4")}
        text={t("Connect your streaming services. Nothing is added to your profile until you approve it.")}
      />
      {/* Columns, not rows: the first form is as high as three of the others. */}
      <div className="card-grid">
        <div className="stack">
          {first ? cardOf(first) : null}
          <Card title={t("A File of Your Own")}>
            <p>
              {t(
                "Import your listening history from ListenBrainz, Spotify or Last.fm without connecting anything.",
              )}
            </p>
            <div className="mt-4">
              <ButtonLink to={HISTORY_PATH} icon="upload">
                {t("Choose a File")}
              </ButtonLink>
            </div>
          </Card>
        </div>
        <div className="stack">
          {others.map(cardOf)}
          <ConnectedServices services={services} accounts={accounts} />
        </div>
      </div>
      <MusicFileFooter />
    </>
  );
}
