// The prompt to complete a profile.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { WELCOME_PATH } from "~/models/member/welcome";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";

/**
 * Asks for missing `music` preferences and a missing `age`; renders nothing if neither is missing. With `finishes` it also
 * leads back to the first run.
 */
export function ProfilePrompt({
  music,
  age,
  finishes = false,
}: {
  music: boolean;
  age: boolean;
  finishes?: boolean;
}) {
  if (!music && !age) return null;
  return (
    <Card className="mb-6">
      <h2>{music ? t("Complete Your Music Profile") : t("Add your age")}</h2>
      {music ? (
        <p className="mt-1 max-w-prose text-soft">
          {t("Add the artists and genres you love, and we'll match you on them.")}
        </p>
      ) : null}
      {age ? (
        <p className="mt-1 max-w-prose text-soft">
          {t("You won't appear in Discover until you add your age.")}
        </p>
      ) : null}
      <div className="cluster mt-3">
        {music ? (
          <ButtonLink to="/profile?tab=music" variant="primary">
            {t("Add your music")}
          </ButtonLink>
        ) : null}
        {age ? <ButtonLink to="/profile?tab=profile">{t("Add your age")}</ButtonLink> : null}
        {finishes ? (
          <Link to={WELCOME_PATH} className="link py-3">
            {t("Finish setting up")}
          </Link>
        ) : null}
      </div>
    </Card>
  );
}
