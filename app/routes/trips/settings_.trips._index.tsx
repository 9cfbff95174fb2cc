import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { TownField } from "~/components/place/town-field";
import { toDate } from "~/days";
import { BasicCheckbox, BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { useFormId } from "~/forms/use-form-id";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { dayAt, NEAR_TRIP_MILES } from "~/matching/cell";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { formatDistance } from "~/models/member/distance";
import { readDistanceUnit } from "~/models/member/distance.server";
import { SUGGESTED_TOWNS } from "~/models/member/place/place";
import {
  describeTrip,
  TRIP_AHEAD_DAYS,
  TRIPS_PATH,
  type TripDto,
  tripErrors,
  tripMessages,
} from "~/models/trip/trip";
import { addTrip, listTrips } from "~/models/trip/trip.server";
import { tripInput } from "~/models/trip/trip-schema";
import { Card } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Trips · Settings")) }];

const TYPED_MAX = 200;

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const given = (name: string) => params.get(name)?.slice(0, TYPED_MAX) ?? "";
  const today = dayAt(member.cell);
  return {
    trips: await listTrips(member.id),
    near: formatDistance(NEAR_TRIP_MILES, readDistanceUnit(request, member)),
    form: {
      id: randomUUID(),
      defaults: { town: given("town"), from: given("from"), until: given("until") },
      towns: SUGGESTED_TOWNS,
      dates: { first: toDate(today), last: toDate(today + TRIP_AHEAD_DAYS) },
    },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = { schema: tripInput, page: TRIPS_PATH, errorTitle: tripErrors.add };
  return submitForm(request, form, async (member, input) => {
    await addTrip(member, input);
    return { flash: tripMessages.added, to: TRIPS_PATH };
  });
}

export const clientAction = createClientAction({ errorTitle: tripErrors.add });

export default function Trips() {
  const { trips, near, form } = useLoaderData<typeof loader>();
  const id = useFormId(form.id, trips);
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Trips")}
        back={BACK_TO_SETTINGS}
        text={t(
          "Going somewhere? In those days you and people there find each other in Discover, as if you lived in both towns. Only people within {distance} of that town see that you're visiting.",
          { distance: near },
        )}
      />
      {trips.length ? (
        <ul className="card divided mb-4 px-4 py-1" aria-label={t("Your trips")}>
          {trips.map((trip) => (
            <Trip key={trip.id} trip={trip} />
          ))}
        </ul>
      ) : null}
      <Card>
        <h2 className="mb-3">{t("Add a Trip")}</h2>
        <TripForm key={id} {...form} id={id} />
      </Card>
    </div>
  );
}

function Trip({ trip }: { trip: TripDto }) {
  useFocusAfterwards();
  const name = describeTrip(trip);
  return (
    <li className="spread py-2">
      <p className="my-1 mr-3">
        <b dir="auto">{name}</b>
        {trip.isEarly ? (
          <span className="block text-soft">{t("You're seen there from a week before.")}</span>
        ) : null}
      </p>
      <PostButton to={`${TRIPS_PATH}/${trip.id}/remove`} aria-label={t("Remove {name}", { name })}>
        {t("Remove")}
      </PostButton>
    </li>
  );
}

/** Posts to its own page. `dates` are the first and the last day on which a trip can begin. */
function TripForm({
  id,
  defaults,
  towns,
  dates,
}: {
  id: string;
  defaults: { town: string; from: string; until: string };
  towns: string[];
  dates: { first: string; last: string };
}) {
  const day = { type: "date", required: true, min: dates.first, placeholder: "2026-12-04" } as const;
  return (
    <BasicForm id="add-trip" schema={fetchSchema} defaults={defaults}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <TownField name="town" label={t("Town")} required saved={defaults.town} towns={towns} />
      <BasicField name="from" label={t("First day")} {...day} max={dates.last} />
      <BasicField name="until" label={t("Last day")} {...day} />
      <BasicCheckbox name="isEarly" label={t("Show me there from a week before")} />
      <BasicSubmit pending={t("Adding...")}>{t("Add Trip")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/trip/trip-schema")).tripInput;
}
