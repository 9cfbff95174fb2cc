// All other URLs: the operator's documents, and the not-found screen.

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { DocumentText } from "~/components/document/due-documents";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { findDocument, renderDocument } from "~/models/document/documents.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: titled(`${data?.title}`) }];

export async function loader({ params }: LoaderFunctionArgs) {
  const found = findDocument(params["*"]?.toLowerCase() ?? "");
  if (!found) throw new Response(null, { status: 404 });
  return { title: found.title, html: renderDocument(found) };
}

export default function OperatorDocument() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <VisitorPage title={title} width="prose">
      <DocumentText html={html} />
    </VisitorPage>
  );
}
