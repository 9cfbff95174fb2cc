import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { createClientAction } from "~/forms/client-action";
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { hasCatalog } from "~/models/catalog/release.server";
import { DISCOGS_PATH, type DiscogsImportDto, discogsErrors } from "~/models/record/discogs-import";
import { getDiscogsImport, startDiscogsImport } from "~/models/record/discogs-import.server";
import { discogsInput } from "~/models/record/discogs-import-schema";
import { ALL_OWNED, IMPORT_MAX, recordsPath } from "~/models/record/record";
import { readRecordQuery } from "~/models/record/record.server";
import { ButtonLink } from "~/ui/button";
import { RouteDialog } from "~/ui/dialog/route-dialog";
import { ProgressBar } from "~/ui/progress/progress-bar";

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

/** Shows the progress, the link to the preview, or why there is none; nothing once the records are added. */
function DiscogsProgress({ reading }: { reading: DiscogsImportDto }) {
  if (reading.status === "added") return null;
  const list = reading.wanted ? "wantlist" : "collection";
  if (reading.status === "failed")
    return (
      <p role="alert" className="mb-4">
        <b>{t("{label}:", { label: reading.username })}</b> {reading.error}
      </p>
    );
  if (reading.status === "ready")
    return (
      <div className="mb-4 border-b border-line pb-4">
        <p className="mb-2">
          <Trans
            text="{list, select, wantlist {The wantlist of {name} has been read.} other {The collection of {name} has been read.}}"
            values={{ list, name: <b>{reading.username}</b> }}
          />
        </p>
        <ButtonLink
          to={`/records/import/${reading.preview}?from=discogs${reading.wanted ? "&wanted=true" : ""}`}
          variant="primary"
        >
          {t("Preview")}
        </ButtonLink>
      </div>
    );
  const { done, total, username } = reading;
  return (
    <>
      <p className="mb-2" role="status">
        {total === null ? (
          <Trans
            text="{list, select, wantlist {Reading the wantlist of {name}...} other {Reading the collection of {name}...}}"
            values={{ list, name: <b>{username}</b> }}
          />
        ) : (
          <Trans
            text="{list, select, wantlist {Reading the wantlist of {name}: {done, number} of {total, number}} other {Reading the collection of {name}: {done, number} of {total, number}}}"
            values={{ list, name: <b>{username}</b>, done, total }}
          />
        )}
      </p>
      <ProgressBar label={t("Records read")} value={done} max={Math.max(1, total ?? 1)} />
      <p className="mt-2 text-sm">{t("You can leave this page. We'll keep reading.")}</p>
      <p>
        <a
          href={recordsPath({ ...ALL_OWNED, wanted: reading.wanted }, DISCOGS_PATH)}
          className="link inline-block py-2"
        >
          {t("Check progress")}
        </a>
      </p>
    </>
  );
}
