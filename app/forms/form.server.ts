// Handles forms with fields, with or without a picture.
import { z } from "zod";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { withUploadForm } from "~/http/upload.server";
import { t } from "~/language/text";
import { rejectAfterEnd } from "~/models/community/ending.server";
import type { Member } from "~/models/member/member.server";
import { addPicture } from "~/models/picture/picture-upload.server";
import { coverFromForm, pictureUrl } from "~/models/picture-url";
import { Refusal, refusalAt } from "~/refusal";
import { checkedBy } from "./basic-form-validator";
import { type Authorize, type Mutation, mutate, type Outcome } from "./mutation.server";
import { sanitizeFields } from "./sanitize-fields.server";
import { readTyped } from "./typed-fields";

/** Fields whose values are never sent back to the browser. */
const SECRET = /password|code$|^token$|^passkey$/i;

/** Answers a button that saves nothing with what the form shows next, based on the input `typed`; undefined saves. */
type Assist<Who = Member> = (who: Who, typed: FormData) => Promise<object | undefined>;

type Fields<Schema extends z.ZodTypeAny> = Omit<Mutation, "reject"> & {
  schema: Schema;
  /** Further data for the refused form; undefined makes the refusal a flash message. */
  reject?: (refusal: Refusal, typed: Record<string, string>) => object | undefined;
};

/** Validates a form and runs the change for the result of `authorize`. A refused form keeps its input. */
export async function submitForm<Schema extends z.ZodTypeAny, Who = Member>(
  request: Request,
  {
    authorize = requireMember as Authorize<Who>,
    assist,
    ...form
  }: Fields<Schema> & { authorize?: Authorize<Who>; assist?: Assist<Who> },
  change: (who: Who, input: z.output<Schema>, version?: string) => Promise<Outcome>,
) {
  const who = await authorize(request);
  const help = assist && ((typed: FormData) => assist(who, typed));
  return submitVisitorForm(request, form, (input, version) => change(who, input, version), help);
}

/** Validates a form that needs no sign-in and runs the change. A refused form keeps its input. */
export async function submitVisitorForm<Schema extends z.ZodTypeAny>(
  request: Request,
  form: Fields<Schema>,
  change: (input: z.output<Schema>, version?: string) => Promise<Outcome>,
  assist?: (typed: FormData) => Promise<object | undefined>,
) {
  const typed = new FormData();
  return mutate(request, rejecting(typed, form), async () => {
    keep(typed, await readForm(request));
    const next = await assist?.(typed);
    if (next) return { form: { ...repeated(typed), ...next } };
    const input = await validate(typed, form.schema);
    rejectAfterEnd(request);
    return change(input, versionIn(typed));
  });
}

/**
 * Validates a signed-in member's form with a cover, whose URL is the field `cover`, and runs the change. An uploaded file
 * becomes a picture once everything else is valid, and the change gets its URL. A refused form keeps its input.
 */
export async function submitCoverForm<Schema extends z.ZodTypeAny>(
  request: Request,
  { cover, assist, ...form }: Fields<Schema> & { cover: string; assist?: Assist },
  change: (member: Member, input: z.output<Schema>, version?: string) => Promise<Outcome>,
) {
  const member = await requireMember(request);
  const typed = new FormData();
  const schema = z.preprocess((sent) => {
    const fields = sent as Record<string, unknown>;
    return { ...fields, [cover]: coverFromForm(fields, cover) };
  }, form.schema);
  const read = () =>
    withUploadForm(member.id, request, "picture", async ({ form: sent, path, fileError }) => {
      keep(typed, sent);
      if (fileError) throw refusalAt("picture", fileError);
      rejectAfterEnd(request);
      const upload = async (file: string) => {
        const id = await addPicture(member.id, file).catch((error) => {
          throw error instanceof Refusal ? refusalAt("picture", error) : error;
        });
        // If the change is refused, the form comes back with the picture.
        typed.set("uploaded", pictureUrl(id, "square"));
        return pictureUrl(id, "square");
      };
      const next = await assist?.(member, typed);
      if (next && path) await upload(path);
      if (next) return { form: { ...repeated(typed), ...next } };
      const input = await validate(typed, schema);
      if (!path) return change(member, input, versionIn(typed));
      const address = await upload(path);
      return change(member, { ...input, [cover]: address }, versionIn(typed));
    });
  return mutate(request, rejecting(typed, form), read);
}

/**
 * Validates a form with evidence, which needs no sign-in, and runs the change with the paths of its files. `begin` is called
 * before the first file is read. A refused form keeps its input, except for the files.
 */
export async function submitEvidenceForm<Schema extends z.ZodTypeAny>(
  request: Request,
  { field, begin, ...form }: Fields<Schema> & { field: string; begin: () => Promise<void> },
  change: (input: z.output<Schema>, paths: string[]) => Promise<Outcome>,
) {
  const typed = new FormData();
  const read = () =>
    withUploadForm(
      null,
      request,
      "evidence",
      async ({ form: sent, paths, fileError }) => {
        keep(typed, sent);
        if (fileError) throw refusalAt(field, fileError);
        return change(await validate(typed, form.schema), paths);
      },
      begin,
    );
  return mutate(request, rejecting(typed, form), read);
}

/** How the form is refused: as remix-validated-form expects it, and as a FormRefusal. */
function rejecting<Schema extends z.ZodTypeAny>(
  typed: FormData,
  { schema, reject, ...mutation }: Fields<Schema>,
) {
  return {
    ...mutation,
    reject: (refusal: Refusal) => {
      const { message, fields } = refusal;
      const again = repeated(typed);
      const own = reject ? reject(refusal, again.typed) : {};
      return (
        own && {
          ...again,
          fieldErrors: Object.keys(fields).length ? fields : { form: message },
          version: refusal.version ?? again.version,
          error: message,
          fields,
          ...own,
        }
      );
    },
  };
}

/** The form as it was sent, for the page that shows it again. */
function repeated(typed: FormData) {
  const sent = readTyped([...typed].filter(([name]) => !SECRET.test(name)));
  return {
    formId: typed.get("__rvfInternalFormId"),
    repopulateFields: sent.typed,
    ...sent,
    version: versionIn(typed),
  };
}

/** The version that a form was opened with; see version-field.tsx. */
export function versionIn(typed: FormData): string | undefined {
  return String(typed.get("version") ?? "") || undefined;
}

function keep(typed: FormData, sent: FormData) {
  for (const [name, value] of sanitizeFields(sent)) typed.append(name, value);
}

async function validate<Schema extends z.ZodTypeAny>(
  typed: FormData,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = await checkedBy(schema).validate(typed);
  if (!error) return data;
  const [message = t("The form could not be read.")] = Object.values(error.fieldErrors);
  throw new Refusal("invalid", message, error.fieldErrors);
}
