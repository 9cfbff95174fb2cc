import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/page-head";
import { env } from "~/env.server";
import { FlatField, FlatForm, FlatSubmit } from "~/forms/flat-form";
import { submitSignIn } from "~/forms/sign-in-forms.server";
import { interactionOf } from "~/http/interaction.server";
import { page } from "~/http/member.server";
import { DEMO_SIGN_IN } from "~/models/demo";

export const meta: MetaFunction = () => [{ title: "Sign in · B-Side" }];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await interactionOf(request, context);
  return { uid: params.uid, demo: env.demo ? DEMO_SIGN_IN : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await interactionOf(request, context);
  return page(() => submitSignIn(request, interaction, context.clientAddress));
}

async function fetchSchema() {
  return (await import("~/models/member")).signInInput;
}

export default function SignIn() {
  const { uid, demo } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHead title="Sign in" catalogue="Side A" />
        <FlatForm id="sign-in" schema={fetchSchema} reload>
          <FlatField name="email" label="E-mail" type="email" autoComplete="username" />
          <FlatField name="password" label="Password" type="password" autoComplete="current-password" />
          <FlatSubmit pending="Signing in...">Sign in</FlatSubmit>
        </FlatForm>
        <p className="mt-6">
          New here?{" "}
          <a className="link" href={`/oidc/interaction/${uid}/sign-up`}>
            Make an account
          </a>
        </p>
        {demo ? (
          <p className="mt-4 text-soft">
            Just looking? Sign in as <b>{demo.email}</b> with the password <b>{demo.password}</b>.
          </p>
        ) : null}
      </div>
    </main>
  );
}
