// The questions, answers and moderators' notes of a case.

import { t } from "~/language/text";
import { type CasePage, casePath, QUESTIONS_MAX, WAITING } from "~/models/safety/case/case";
import { ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

/** The questions to the member with their answers, and where to ask the next one. */
export function QuestionsCard({ page }: { page: CasePage }) {
  const { id, memberName, member, isMine, closedAt, barred, talk } = page;
  const isWaiting = !closedAt && talk.said.at(-1)?.kind === "question";
  const isThere = member && !member.state.isDeleted;
  const asked = talk.said.filter(({ kind }) => kind === "question").length;
  const canAsk = isMine && !closedAt && !barred && isThere && !isWaiting && asked < QUESTIONS_MAX;
  if (!asked && !canAsk) return null;
  return (
    <Card
      title={t("Questions to the member")}
      note={isWaiting ? <Badge tone="yellow">{t(WAITING)}</Badge> : null}
    >
      {talk.said.map(({ id, kind, author, content, createdAt }) => (
        <Message
          key={id}
          title={
            kind === "question"
              ? author === null
                ? t("Asked by a former moderator")
                : t("Asked by {author}", { author })
              : t("Answer by {name}", { name: memberName })
          }
          content={content}
          at={createdAt}
        />
      ))}
      {canAsk ? (
        <ButtonLink to={`${casePath(id)}/question`} className="mt-2">
          {asked ? t("Ask Another Question") : t("Ask the Member")}
        </ButtonLink>
      ) : null}
    </Card>
  );
}

/** Moderators' notes, and where to write one or ask another moderator. */
export function NotesCard({ page }: { page: CasePage }) {
  const { id, closedAt, isMine, barred, hasColleagues, talk } = page;
  const canWrite = !closedAt && !barred;
  if (!talk.notes.length && !canWrite) return null;
  return (
    <Card title={t("Notes")} note={t("Moderators only")}>
      {talk.notes.map(({ id, author, asked, isBinding, content, createdAt }) => (
        <Message
          key={id}
          title={asked === null ? author : t("{author} asks {asked}", { author, asked })}
          badge={isBinding ? t("Needed before deciding") : undefined}
          content={content}
          at={createdAt}
        />
      ))}
      {canWrite ? (
        <ButtonLink to={`${casePath(id)}/note`} className="mt-2">
          {isMine && hasColleagues ? t("Write a Note or Ask a Moderator") : t("Write a Note")}
        </ButtonLink>
      ) : null}
    </Card>
  );
}

/** One message with who wrote it and when. */
export function Message({
  title,
  badge,
  content,
  at,
}: {
  title: string;
  badge?: string;
  content: string;
  at: string;
}) {
  return (
    <div className="mb-3">
      <p className="cluster">
        <b>{title}</b>
        {badge ? <Badge tone="yellow">{badge}</Badge> : null}
        <span className="text-soft">
          <DateTime at={at} as="date" />, <DateTime at={at} as="clock" />
        </span>
      </p>
      <p className="whitespace-pre-wrap">{content}</p>
    </div>
  );
}
