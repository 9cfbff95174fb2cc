import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { AlertList } from "~/components/alert/alert-parts";
import { FaceLink } from "~/components/member/face-link";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { toldParam } from "~/models/alert/alert-schema";
import { getTold } from "~/models/alert/hit-notifications.server";
import { toMemberCardData } from "~/models/match/member-card";
import { readDistanceUnit } from "~/models/member/distance.server";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";
import { markSeen } from "~/models/notification/notification-reading.server";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("New for You")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const { told } = orNotFound(toldParam.safeParse(params).data);
  const { people, alerts } = orNotFound(await getTold(viewer, told));
  await markSeen(viewer.id, ["alert"], String(told));
  const unit = readDistanceUnit(request, viewer);
  return {
    alerts,
    unit,
    people: people.map((card) => {
      const { id, name, age, distance, picture, score, lead } = toMemberCardData(card, 0, unit);
      return {
        id,
        name,
        age,
        picture,
        score,
        about: lead ? t("You both love {artist}", { artist: lead.artist }) : distance,
      };
    }),
  };
}

export default function Told() {
  const { people, alerts, unit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("New for You")} back={{ to: NOTIFICATIONS_PATH, label: t("Notifications") }} />
      <ul className="mb-8 grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] lg:grid-cols-5">
        {people.map(({ about, ...face }) => (
          <li key={face.id}>
            <FaceLink {...face} />
            <p className="first-letter:uppercase text-sm text-soft" dir="auto">
              {about}
            </p>
          </li>
        ))}
      </ul>
      {alerts.length ? (
        <Card title={t("You asked about")} className="max-w-form">
          <AlertList alerts={alerts} unit={unit} />
        </Card>
      ) : null}
    </>
  );
}
