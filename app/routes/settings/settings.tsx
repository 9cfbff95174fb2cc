import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmailRow } from "~/components/account/email-row";
import { PauseButton } from "~/components/account/pause-button";
import { SessionList } from "~/components/account/session-list";
import { SettingsCard, SettingsLink } from "~/components/account/settings-card";
import { SignInSettings } from "~/components/account/sign-in-settings";
import { CollectionButton } from "~/components/record/collection-button";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { GRACE_DAYS } from "~/durations";
import { env } from "~/env.server";
import { requireSession } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { getEmailStatus } from "~/models/account/email.server";
import { EXPORT_PATH } from "~/models/account/export/export";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { PRIVACY_PATH } from "~/models/account/privacy";
import { listSessions } from "~/models/account/sign-in/session.server";
import { getSignInMethods } from "~/models/account/sign-in/sign-in-methods.server";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { OPERATOR_PATH } from "~/models/operator/overview";
import { MODERATION_PATH } from "~/models/safety/case";
import { REPORTS_PATH } from "~/models/safety/report";
import { getRole } from "~/models/safety/staff.server";

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Settings · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { member, sessionId } = await requireSession(request);
  const accountId = accountIdOf(member);
  const [browsers, role, signInMethods, emailStatus] = await Promise.all([
    listSessions(member.id, sessionId),
    getRole(member.id),
    accountId ? getSignInMethods(accountId) : undefined,
    accountId && env.mail ? getEmailStatus(accountId) : undefined,
  ]);
  return {
    email: member.email,
    browsers,
    isOperator: role === "operator",
    isStaff: role !== undefined,
    isPaused: member.pausedAt !== null,
    isCollectionShown: member.showsCollection,
    signInMethods,
    emailStatus,
  };
}

export default function Settings() {
  const { email, browsers, isOperator, isStaff, isPaused, isCollectionShown, signInMethods, emailStatus } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Settings"
        aside={
          isStaff ? (
            <>
              <ButtonLink to={MODERATION_PATH}>Moderation</ButtonLink>
              {isOperator ? <ButtonLink to={OPERATOR_PATH}>Operations</ButtonLink> : null}
            </>
          ) : null
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="stack">
          <SettingsCard title="Account">
            {emailStatus ? (
              <EmailRow {...emailStatus} />
            ) : email ? (
              <li className="py-3">
                <b>Email</b>
                <p className="break-words">{email}</p>
              </li>
            ) : null}
            <SettingsLink
              to={NOTIFICATION_SETTINGS_PATH}
              label="Notifications"
              text="What we tell you about, and how."
            />
            <PauseButton isPaused={isPaused} />
          </SettingsCard>
          {signInMethods ? <SignInSettings {...signInMethods} /> : null}
          <SessionList browsers={browsers} />
        </div>
        <div className="stack">
          <SettingsCard title="Privacy and Safety">
            <SettingsLink
              to={PRIVACY_PATH}
              label="Privacy"
              text="What people you chat with and other sites can see."
            />
            <li className="py-3">
              <CollectionButton isShown={isCollectionShown} from="/settings" />
            </li>
            <SettingsLink
              to="/settings/blocked"
              label="Blocked Members"
              text="Unblock or report someone you've blocked."
            />
            <SettingsLink
              to="/settings/ended"
              label="Ended Conversations"
              text="Report a conversation after an unmatch or a block."
            />
            <SettingsLink
              to={REPORTS_PATH}
              label="Your Reports"
              text="What you've reported and the outcome."
            />
            <SettingsLink
              to="/help"
              label="Help and Safety"
              text="What you can do when someone goes too far."
            />
          </SettingsCard>
          <SettingsCard title="Your Data">
            <SettingsLink
              to={EXPORT_PATH}
              label="Download Your Data"
              text="Get a copy of everything you've added to B-Side."
            />
            <SettingsLink
              to={DELETE_PATH}
              label="Delete Account"
              text={`Leave B-Side for good. You have ${GRACE_DAYS} days to change your mind.`}
            />
          </SettingsCard>
        </div>
      </div>
    </>
  );
}
