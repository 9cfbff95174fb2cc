// A line about somebody's trip to a town near the viewer.
import { t } from "~/language/text";
import { Icon } from "~/ui/icon";

/** "Visiting Berlin, Mar 3–6"; renders nothing without a trip. */
export function TripLine({ trip }: { trip: string }) {
  if (!trip) return null;
  return (
    <p className="mt-2 flex items-center">
      <Icon name="place" size={20} className="mr-2 flex-none text-red" />
      <span className="min-w-0" dir="auto">
        {t("Visiting {trip}", { trip })}
      </span>
    </p>
  );
}
