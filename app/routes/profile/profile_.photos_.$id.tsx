import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "~/community";
import { FocusField } from "~/components/profile/focus-field";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PHOTOS_PATH } from "~/models/member/profile";
import { photoErrors, photoMessages } from "~/models/picture/photos";
import { readOwnPhotos, updatePhoto } from "~/models/picture/photos.server";
import { photoFocusForm } from "~/models/picture/picture-schema";
import { Form, FormActions } from "~/ui/form";
import { type FormRefusal, RefusalSummary, useRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";
import { WithoutScripts } from "~/ui/without-scripts";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Position · Photos · Profile")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { photos } = await readOwnPhotos(await requireMember(request));
  return orNotFound(photos.find(({ id }) => id === params.id));
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitForm(request, { schema: photoFocusForm }, async (member, { focus }) => {
    await unlessGone(photoErrors.gone, updatePhoto(member.id, params.id ?? "", { focus }));
    return { flash: photoMessages.focused, to: PHOTOS_PATH };
  });
}

export default function PhotoPosition() {
  const { photoUrl, photoFocus } = useLoaderData<typeof loader>();
  const { refusal, fields, dismiss } = useRefusal(useActionData<FormRefusal>());
  const isSaving = useNavigation().state === "submitting";
  return (
    <>
      <PageHeader
        title={t("Photo Position")}
        text={t("Choose what stays in view where only a part of the photo is shown.")}
        back={{ to: PHOTOS_PATH, label: t("Back to your photos") }}
      />
      <Form className="stack" noValidate onInput={dismiss}>
        <RefusalSummary refusal={refusal} />
        <WithoutScripts>
          <div className="mb-4 mr-4">
            <img src={photoUrl} alt="" className="max-h-80 cursor-crosshair rounded border" />
          </div>
        </WithoutScripts>
        <FocusField id="focus" url={photoUrl} focus={photoFocus} error={fields.focus} />
        <FormActions isPending={isSaving} cancelTo={PHOTOS_PATH}>
          {t("Save Position")}
        </FormActions>
      </Form>
    </>
  );
}
