import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COMMUNITY_NAME, titled } from "~/community";
import { env } from "~/env.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { AGE_PATH, describeAge } from "~/models/account/age/age";
import { readAgeCheck } from "~/models/account/age/age.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { ButtonAnchor } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Age · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const age = readAgeCheck(await requireMember(request));
  const provider = env.ageProvider && new URL(env.ageProvider.issuer).host;
  return { age, provider };
}

export default function Age() {
  const { age, provider } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader
        title={t("Age")}
        back={BACK_TO_SETTINGS}
        text={t("Everyone on {community} is 18 or older.", { community: COMMUNITY_NAME })}
      />
      <Card>
        <p>{describeAge(age)}</p>
        {provider && age?.check !== "provider" ? <ProofButton provider={provider} /> : null}
      </Card>
    </div>
  );
}

/** Leads to the page of the age provider at this host. */
function ProofButton({ provider }: { provider: string }) {
  return (
    <>
      <p className="mt-3">
        {t("You have to prove it here, once. Until then you can fill in your profile, but nobody sees you.")}
      </p>
      <div className="mt-4">
        <ButtonAnchor href={`${AGE_PATH}/start`} variant="primary" icon="check">
          {t("Prove Your Age")}
        </ButtonAnchor>
      </div>
      <p className="mt-2 small-print">
        {t(
          "You sign in at {provider}, which tells us that you're old enough. We keep that, the day, and a code that keeps anyone from using the same proof twice. We never keep your date of birth.",
          { provider },
        )}
      </p>
    </>
  );
}
