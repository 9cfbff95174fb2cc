// Reminders of what a profile still lacks.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { Icon } from "~/ui/icon";

/** Links to a missing `age` and missing `preferences`; renders nothing if neither is missing. */
export function MissingDetails({ age, preferences }: { age: boolean; preferences: boolean }) {
  if (!age && !preferences) return null;
  return (
    <ul className="card divided mb-6 px-4">
      {age ? <Missing to="/profile?tab=profile#age" text={t("Add your age to appear in Discover")} /> : null}
      {preferences ? (
        <Missing
          to="/profile?tab=music#preferences"
          text={t("Add your artists and genres to get better matches")}
        />
      ) : null}
    </ul>
  );
}

function Missing({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <Link to={to} className="link flex items-center py-3">
        <Icon name="alert" size={20} className="mr-2 flex-none text-red" />
        {text}
      </Link>
    </li>
  );
}
