// Shared by the steps of the first run: their number, and the link that skips them.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { nextStepPath, type WelcomeStep as Step, stepPath, WELCOME_STEPS } from "~/models/member/welcome";
import { PageHeader } from "~/ui/page-header";

/** A step with its title, "Step 1 of 4", a link back and, unless it is the last, one labeled `skip`. */
export function WelcomeStep({
  step,
  title,
  text,
  skip = t("Skip for now"),
  children,
}: {
  step: Step;
  title: string;
  text: string;
  skip?: string;
  children: ReactNode;
}) {
  const number = WELCOME_STEPS.indexOf(step) + 1;
  const isLast = number === WELCOME_STEPS.length;
  const before = WELCOME_STEPS[number - 2];
  return (
    <div className={isLast ? undefined : "mx-auto max-w-form"}>
      <p className="spread">
        <span className="small-print">
          {before ? (
            <Link to={stepPath(before)} className="link inline-block py-3 mr-3">
              {t("Back")}
            </Link>
          ) : null}
          <span className="inline-block py-3">
            {t("Step {number} of {count}", { number, count: WELCOME_STEPS.length })}
          </span>
        </span>
        {isLast ? null : (
          <Link to={nextStepPath(step)} className="link inline-block py-3">
            {skip}
          </Link>
        )}
      </p>
      <PageHeader title={title} text={text} />
      {children}
    </div>
  );
}
