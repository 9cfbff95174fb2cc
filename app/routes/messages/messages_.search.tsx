import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { titled } from "~/community";
import { FoundMessages } from "~/components/conversation/found-messages";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { SEARCH_MAX } from "~/models/conversation/message";
import { messageSearchQuery } from "~/models/conversation/search/message-search";
import { searchMessages } from "~/models/conversation/search/message-search.server";
import { Button } from "~/ui/button";
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
