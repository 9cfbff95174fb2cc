// The forms that propose a plan, and that make a link for a friend.
import { useFocusAfterwards } from "~/browser/use-focus";
import { TimeZoneField } from "~/components/notification/time-zone-field";
import { describeDate } from "~/days";
import { BasicField, BasicForm, BasicSelect, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { t } from "~/language/text";
import { LINK_NOTE_MAX, PLACE_MAX, type PlanDto } from "~/models/conversation/plan/plan";

/** The id of the list of existing links. */
export const LINKS = "links";

type Show = { id: string; date: string; venue: string; name: string };

/** Posts to its own page; `plan` is the plan to change, `showId` the show to begin with. */
export function PlanForm({
  id,
  plan,
  showId,
  shows,
  closeTo,
}: {
  id: string;
  plan: PlanDto | null;
  showId: string;
  shows: Show[];
  closeTo: string;
}) {
  const options = Object.fromEntries(
    shows.map((show) => [show.id, `${show.name} · ${describeDate(show.date)} · ${show.venue}`]),
  );
  const chosen = showId || plan?.show?.id || "";
  const defaults =
    chosen in options
      ? { showId: chosen, time: plan?.show?.id === chosen ? plan.time : "" }
      : { place: plan?.place, date: plan?.date, time: plan?.time };
  return (
    <BasicForm id="plan" schema={fetchPlanSchema} defaults={defaults}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      {shows.length ? (
        <BasicSelect
          name="showId"
          label={t("Show")}
          hint={t("With a show you can leave the place and the day blank.")}
          none={t("Somewhere else")}
          options={options}
        />
      ) : null}
      <BasicField
        name="place"
        label={t("Place")}
        hint={t("Somewhere public is best for a first time.")}
        dir="auto"
        autoComplete="off"
        maxLength={PLACE_MAX}
      />
      <BasicField name="date" label={t("Day")} type="date" placeholder="2026-12-04" />
      <BasicField name="time" label={t("Time")} type="time" hint={t("The time there.")} placeholder="19:30" />
      <BasicSubmit pending={t("Proposing...")} cancelTo={closeTo}>
        {t("Propose Plan")}
      </BasicSubmit>
    </BasicForm>
  );
}

/** Posts to its own page; `timeZones` are the choices for a member who has none yet. */
export function FriendForm({
  id,
  planId,
  timeZones,
  closeTo,
}: {
  id: string;
  planId: string;
  timeZones: string[] | undefined;
  closeTo: string;
}) {
  // Another form takes its place once the link is made.
  useFocusAfterwards(LINKS);
  return (
    <BasicForm id="friend" schema={fetchLinkSchema}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <input type="hidden" name="planId" value={planId} />
      <BasicTextArea
        name="note"
        label={t("A note for your friend")}
        isOptional
        rows={3}
        dir="auto"
        maxLength={LINK_NOTE_MAX}
      />
      <BasicField
        name="askAt"
        label={t("Ask me “Home safe?” at")}
        isOptional
        hint={t(
          "We ask you here, on your devices and by email. Your friend sees when you've answered, and nothing else.",
        )}
        type="time"
        placeholder="23:30"
      />
      {timeZones ? <TimeZoneField current={null} timeZones={timeZones} /> : null}
      <BasicSubmit pending={t("Making...")} cancelTo={closeTo}>
        {t("Make Link")}
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchPlanSchema() {
  return (await import("~/models/conversation/plan/plan-schema")).planInput;
}

async function fetchLinkSchema() {
  return (await import("~/models/conversation/plan/plan-schema")).linkInput;
}
