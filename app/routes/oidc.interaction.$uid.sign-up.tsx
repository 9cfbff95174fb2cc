import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/components/page-head";
import { FlatCheck, FlatField, FlatForm, FlatSubmit } from "~/forms/flat-form";
import { submitSignUp } from "~/forms/sign-in-forms.server";
import { interactionOf } from "~/http/interaction.server";
import { page } from "~/http/member.server";

export const meta: MetaFunction = () => [{ title: "Make an account · B-Side" }];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await interactionOf(request, context);
  return { uid: params.uid };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await interactionOf(request, context);
  return page(() => submitSignUp(request, interaction, context.clientAddress));
}

async function fetchSchema() {
  return (await import("~/models/member")).signUpInput;
}

export default function SignUp() {
  const { uid } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="page">
      <div className="mx-auto max-w-form">
        <PageHead title="Make an account" catalogue="Side B" />
        <FlatForm id="sign-up" schema={fetchSchema} reload>
          <FlatField name="firstName" label="First name" autoComplete="given-name" />
          <FlatField
            name="lastName"
            label="Last name"
            hint="Others see its initial only."
            autoComplete="family-name"
          />
          <FlatField name="email" label="E-mail" type="email" autoComplete="username" />
          <FlatField
            name="password"
            label="Password"
            type="password"
            hint="At least 8 characters."
            autoComplete="new-password"
          />
          <FlatCheck name="adult" label="I am 18 or over" />
          <FlatSubmit pending="Making your account...">Make an account</FlatSubmit>
        </FlatForm>
        <p className="mt-6">
          Been here before?{" "}
          <a className="link" href={`/oidc/interaction/${uid}`}>
            Sign in
          </a>
        </p>
      </div>
    </main>
  );
}
