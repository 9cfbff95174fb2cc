import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { DiscogsProgress } from "~/components/record/discogs-progress";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { hasCatalog } from "~/models/catalog/release.server";
import { DISCOGS_PATH, discogsErrors } from "~/models/record/discogs-import";
import { getDiscogsImport, startDiscogsImport } from "~/models/record/discogs-import.server";
import { discogsInput } from "~/models/record/discogs-import-schema";
import { ALL_OWNED, IMPORT_MAX, recordsPath } from "~/models/record/record";
import { readRecordQuery } from "~/models/record/record.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Discogs · Records")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  orNotFound(hasCatalog() || undefined);
  const query = readRecordQuery(request.url);
  return {
    reading: await getDiscogsImport(member.id),
    wanted: query.wanted,
    closeTo: recordsPath(query),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitForm(
    request,
    { schema: discogsInput, errorTitle: discogsErrors.title },
    async (member, input) => {
      const { wanted } = readRecordQuery(request.url);
      await startDiscogsImport(member.id, input, wanted);
      return { to: recordsPath({ ...ALL_OWNED, wanted }, DISCOGS_PATH) };
    },
  );
}

export const clientAction = createClientAction({ errorTitle: discogsErrors.title });

export default function ImportFromDiscogs() {
  const { reading, wanted, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Import from Discogs")} closeTo={closeTo}>
      {reading ? <DiscogsProgress reading={reading} /> : null}
      {reading?.status === "reading" ? null : (
        <>
          <p className="mb-4">
            {wanted
              ? t(
                  "Up to {max, number} records of a public wantlist. You'll see a preview before anything is added, and records that you already own or want are skipped.",
                  { max: IMPORT_MAX },
                )
              : t(
                  "Up to {max, number} records of a public collection. You'll see a preview before anything is added, and records that you already have are skipped.",
                  { max: IMPORT_MAX },
                )}
          </p>
          <BasicForm id="discogs" schema={fetchSchema} defaults={{ username: reading?.username }}>
            <BasicField
              name="username"
              label={t("Your Discogs username")}
              hint={t("Or the address of your profile there")}
              required
              autoComplete="off"
            />
            <BasicSubmit pending={t("Starting...")}>
              {wanted ? t("Read Wantlist") : t("Read Collection")}
            </BasicSubmit>
          </BasicForm>
        </>
      )}
    </RouteDialog>
  );
}

async function fetchSchema() {
  return (await import("~/models/record/discogs-import-schema")).discogsInput;
}
