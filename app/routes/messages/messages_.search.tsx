import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { titled } from "~/community";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { foundPath, SEARCH_MAX } from "~/models/conversation/message";
import { type FoundMessage, messageSearchQuery } from "~/models/conversation/search/message-search";
import { searchMessages } from "~/models/conversation/search/message-search.server";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Field } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Search · Messages")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const typed = query.q ?? "";
  const parsed = messageSearchQuery.safeParse(query);
  if (parsed.success) {
    const { found, next } = await searchMessages(member.id, parsed.data);
    return { typed, memberId: String(member.id), results: { found, next: next?.cursor } };
  }
  const error = typed.trim() ? parsed.error.issues[0]?.message : undefined;
  return { typed, error, memberId: String(member.id) };
}

export default function Search() {
  const { typed, error, memberId, results } = useLoaderData<typeof loader>();
  const form = useQueryForm({ q: typed });
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Search messages")}
        back={{ to: "/messages", label: t("Messages") }}
        text={t("Finds words in your conversations, with or without accents.")}
      />
      <Form ref={form} role="search" className="stack">
        <Field
          name="q"
          label={t("Words")}
          type="search"
          defaultValue={typed}
          error={error}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button icon="search">{t("Search")}</Button>
      </Form>
      {results ? <FoundMessages typed={typed} memberId={memberId} {...results} /> : null}
    </div>
  );
}

/** One page of messages, each a link to its place in its conversation; `next` is the cursor of the following page. */
function FoundMessages({
  typed,
  memberId,
  found,
  next,
}: {
  typed: string;
  /** The viewer. */
  memberId: string;
  found: FoundMessage[];
  next?: string;
}) {
  return (
    <section aria-label={t("Results")} className="mt-6">
      {found.length ? (
        <ul className="card divided">
          {found.map((message) => (
            <li key={message.id}>
              <FoundMessageLink message={message} isOwn={message.senderId === memberId} />
            </li>
          ))}
        </ul>
      ) : next ? (
        <p>{t("Nothing found among the latest messages.")}</p>
      ) : (
        <EmptyState title={t("Nothing found")} text={t("No messages contain all of these words.")} />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?${new URLSearchParams({ q: typed, cursor: next })}`}>
            {t("Older messages")}
          </ButtonLink>
        </p>
      ) : null}
    </section>
  );
}

function FoundMessageLink({ message, isOwn }: { message: FoundMessage; isOwn: boolean }) {
  const { partner, createdAt, excerpt } = message;
  return (
    // A page of its own, so that the browser goes to the message in it.
    <a
      href={foundPath(message)}
      className="flex min-h-16 items-center px-4 py-2 hover:bg-inset focus:-outline-offset-4"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between">
          <span className="min-w-0 truncate font-semibold">{partner.firstName}</span>
          <span className="ml-2 flex-none small-print">
            <DateTime at={createdAt} as="date" />
          </span>
        </span>
        <span className="block break-words" dir="auto">
          {isOwn ? `${t("You:")} ` : null}
          {excerpt.map(({ text, isMatch }, i) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
            return isMatch ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>;
          })}
        </span>
      </span>
    </a>
  );
}
