// What the steps of the first run share: their place in the row, and the way past them.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageHeader } from "~/components/ui/page-header";
import { nextStepPath, type WelcomeStep as Step, WELCOME_STEPS } from "~/models/member/welcome";

/** A step with its title, "Step 1 of 4" and, unless it is the last, a link to skip it. */
export function WelcomeStep({
  step,
  title,
  text,
  children,
}: {
  step: Step;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const number = WELCOME_STEPS.indexOf(step) + 1;
  const isLast = number === WELCOME_STEPS.length;
  return (
    <div className={isLast ? undefined : "mx-auto max-w-form"}>
      <p className="spread">
        <span className="py-3 small-print">
          Step {number} of {WELCOME_STEPS.length}
        </span>
        {isLast ? null : (
          <Link to={nextStepPath(step)} className="link footer-link">
            Skip for now
          </Link>
        )}
      </p>
      <PageHeader title={title} text={text} />
      {children}
    </div>
  );
}
