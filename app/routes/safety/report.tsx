import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { returnPath } from "~/auth/return-path";
import { titled } from "~/community";
import { BasicCheckbox, BasicForm, BasicRadioGroup, BasicSubmit, BasicTextArea } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { blockMessages } from "~/models/safety/block";
import { moderatedContent } from "~/models/safety/evidence/moderated-content.server";
import {
  findReported,
  listReportableMessages,
  quoteReported,
} from "~/models/safety/evidence/reported.server";
import {
  REPORT_WORDS_MAX,
  REPORTS_PATH,
  type ReportableMessage,
  reasonLabels,
  reportPath,
} from "~/models/safety/report";
import { fileReport } from "~/models/safety/report.server";
import { earlierMessages, reportAbout, reportInput } from "~/models/safety/report-schema";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(data ? t("Report {thing}", { thing: data.thing }) : t("Report")) },
];

const NOT_SENT = msg("Your report wasn't sent");

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const typed = new URL(request.url).searchParams.get("about");
  const about = orNotFound(reportAbout.safeParse(typed).data);
  const { firstName, hasOpenReport, isBlocked } = orNotFound(await findReported(member.id, about));
  const { messages, path, phrase, isAnonymous = false } = moderatedContent[about.subject];
  const { before } = parseInput(earlierMessages, Object.fromEntries(new URL(request.url).searchParams));
  return {
    ended: messages === "all" ? await listReportableMessages(member.id, about.id, before) : undefined,
    isLaterPage: before !== undefined,
    about: `${about.subject}:${about.id}`,
    thing: phrase(firstName, "your"),
    quote: await quoteReported(member.id, about),
    firstName,
    isAnonymous,
    hasOpenReport,
    isBlocked,
    closeTo: isBlocked ? "/settings/blocked" : returnPath(request, path(about.id)),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const form = { schema: reportInput, page: pathname + search, errorTitle: NOT_SENT };
  return submitForm(request, form, async (member, input) => {
    const { report, isNew } = await fileReport(member.id, input);
    return {
      flash: input.alsoBlock && report.firstName ? blockMessages.blocked(report.firstName) : undefined,
      // The thing was already reported, and this page says so: the new words are not in the report.
      to: isNew ? "/report/done" : pathname + search,
    };
  });
}

export const clientAction = createClientAction({
  errorTitle: NOT_SENT,
  unreachable: msg("No connection. Your report wasn't sent. Try again."),
  noReason: msg("Something went wrong. Your report wasn't sent. Try again."),
  isToast: false,
});

export default function Report() {
  const {
    about,
    thing,
    quote,
    firstName,
    isAnonymous,
    hasOpenReport,
    isBlocked,
    closeTo,
    ended,
    isLaterPage,
  } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Report {thing}", { thing })}
        text={
          isAnonymous
            ? t("Only our moderators see this. Nobody else learns who reported it.")
            : t("Only our moderators see this. {firstName} won't know who reported them.", { firstName })
        }
      />
      <Card>
        {quote.text ? (
          <blockquote className="mb-4 whitespace-pre-wrap border-l border-line pl-3" dir="auto">
            {quote.text}
          </blockquote>
        ) : null}
        {quote.photo ? (
          <p className="mb-4">
            <Avatar face={quote.photo} alt={t("The photo you're reporting")} size="photo" />
          </p>
        ) : null}
        {hasOpenReport ? (
          <>
            <p>{t("You've already reported this, and we're looking into it.")}</p>
            <p className="cluster mt-4">
              <ButtonLink to={REPORTS_PATH} variant="primary">
                {t("Your Reports")}
              </ButtonLink>
              <ButtonLink to={closeTo}>{t("Back")}</ButtonLink>
            </p>
          </>
        ) : (
          <ReportForm
            about={about}
            blockName={isBlocked || isAnonymous ? undefined : firstName}
            closeTo={closeTo}
          />
        )}
      </Card>
      {ended?.messages.length ? (
        <EndedMessages about={about} {...ended} firstName={firstName} isOpen={isLaterPage} />
      ) : null}
    </div>
  );
}

/** Posts to its own page. `blockName` is the member's first name; omit it if they are already blocked. */
function ReportForm({ about, blockName, closeTo }: { about: string; blockName?: string; closeTo: string }) {
  return (
    <BasicForm id="report" schema={fetchSchema} defaults={{ alsoBlock: true }}>
      <BasicRadioGroup name="reason" legend={t("What's wrong?")} labels={reasonLabels} />
      <BasicTextArea
        name="words"
        label={t("In your own words")}
        hint={t("Optional, unless you chose “{other}”. Up to {max} characters.", {
          other: reasonLabels.other,
          max: REPORT_WORDS_MAX,
        })}
        maxLength={REPORT_WORDS_MAX}
      />
      {blockName ? (
        <BasicCheckbox
          name="alsoBlock"
          label={t("Also block {blockName}", { blockName })}
          hint={t("You'll no longer see each other, and your match and conversation will end.")}
        />
      ) : null}
      <input type="hidden" name="about" value={about} />
      <BasicSubmit pending={t("Sending...")} cancelTo={closeTo}>
        {t("Send Report")}
      </BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/safety/report-schema")).reportInput;
}

type EndedMessagesProps = {
  /** The conversation, as the report's address names it. */
  about: string;
  firstName: string;
  messages: ReportableMessage[];
  /** The message that the next page ends before. */
  before?: string;
  isOpen: boolean;
};

/** Lists a page of messages, newest first, each with a link to its report. */
function EndedMessages({ about, firstName, messages, before, isOpen }: EndedMessagesProps) {
  const address = `/report?about=${about}`;
  return (
    <details key={messages[0]?.id} open={isOpen} className="card mt-4 px-4 py-1">
      <summary className="py-3 font-semibold">{t("Report a single message")}</summary>
      <p className="text-soft">{t("What {firstName} wrote to you, newest first.", { firstName })}</p>
      <ul className="divided">
        {messages.map(({ id, excerpt, createdAt }) => (
          <li key={id} className="spread py-2">
            <p className="mr-3 min-w-0 flex-1">
              <span className="block text-soft">
                <DateTime at={createdAt} as="date" />
              </span>
              <span id={`message-${id}`} dir="auto">
                {excerpt}
              </span>
            </p>
            <ButtonLink to={reportPath("message", id)} aria-describedby={`message-${id}`}>
              {t("Report", { as: "button" })}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {before ? (
        <p className="my-3">
          <ButtonLink to={`${address}&before=${before}`}>{t("Earlier messages")}</ButtonLink>
        </p>
      ) : null}
    </details>
  );
}
