// What an operator still has to set up: on a public deployment what is missing, and everywhere what is wrong.
import { sep } from "node:path";
import { remote } from "db/client.server";
import { env } from "~/env.server";
import { countTranslated, readSource } from "~/language/catalogs.server";
import { COMPLETE_LANGUAGES, languageNames, PSEUDO } from "~/language/language";
import { offeredLanguages } from "~/language/language.server";
import { t } from "~/language/text";
import { getDocumentFiles, listMissingDocuments } from "~/models/document/documents.server";
import { countStaff } from "~/models/safety/staff/staff.server";

/** Appeals need another moderator than the one who decided. */
const MODERATORS_MIN = 2;

/** What an operator may want to know about a complete deployment. */
export function listSetupNotes(): string[] {
  return [...listOpenLanguages(), ...(env.isPublic ? listPublicNotes() : [])];
}

/** Languages that are offered before all is translated. */
function listOpenLanguages(): string[] {
  const open = offeredLanguages.filter((each) => each !== PSEUDO && !COMPLETE_LANGUAGES.includes(each));
  return open.map((each) => {
    const { translated, total } = countTranslated(readSource(each));
    return t(
      "{language}: {translated, number} of {total, number} texts are translated. The others are English.",
      {
        language: languageNames[each],
        translated,
        total,
      },
    );
  });
}

function listPublicNotes(): string[] {
  const { figures, quotes } = env.landing;
  return [
    ...when(
      !env.ageProvider,
      t("Members only say that they are 18 or older. AGE_CHECK=provider lets them prove it."),
    ),
    ...when(
      !env.mail,
      t(
        "No mail is sent, so a forgotten password takes a recovery code or npm run account. Set SMTP_URL and MAIL_FROM.",
      ),
    ),
    ...when(
      !figures || !quotes,
      t("The landing page shows samples. LANDING_FIGURES and LANDING_QUOTES replace them."),
    ),
    ...when(!env.catalog.contact, t("Members can't look up records and covers. Set CATALOG_CONTACT.")),
  ];
}

/** One sentence for each problem. */
export async function listSetupProblems(): Promise<string[]> {
  return [
    ...env.warnings,
    ...(env.isPublic
      ? [...listOpenDoors(), ...listMissing(), ...listBackupProblems(), ...(await listLackOfStaff())]
      : []),
    ...getDocumentFiles().problems,
    ...(await listDatabaseProblems()),
  ];
}

/** At each start a primary forgets to answer only once a write is on disk. */
async function listDatabaseProblems(): Promise<string[]> {
  if (!remote || env.readsOnly) return [];
  const { rows } = await remote.execute("pragma synchronous");
  const message = t(
    "The database server answers before a write is on disk. Start it with docs/fly/start-database.sh.",
  );
  return when(Number(rows[0]?.synchronous) < 2, message);
}

/** On a public deployment anybody can join under any address while nothing confirms it. */
function listOpenDoors(): string[] {
  const isConfirmed = env.mail !== undefined || env.signIn.issuer !== undefined;
  const isDirect = Array.isArray(env.trustProxy) && env.trustProxy.length === 0 && !env.onFly;
  return [
    ...when(
      env.registration === "open" && !isConfirmed,
      t(
        "Anyone can join without confirming an email address. Set SMTP_URL and MAIL_FROM, or choose who can join with REGISTRATION.",
      ),
    ),
    ...when(
      env.mailDomains.allowed !== undefined && !isConfirmed,
      t(
        "MAIL_DOMAINS_ALLOWED keeps nobody out while anyone can type such an address. Set SMTP_URL and MAIL_FROM.",
      ),
    ),
    ...when(
      isDirect,
      t(
        "All visitors share the limits of one address. Set TRUST_PROXY to the number of proxies in front of this server.",
      ),
    ),
  ];
}

function listMissing(): string[] {
  const missing = listMissingDocuments().map((name) => `${name}.md`);
  return when(missing.length > 0, t("There is no {missing} in PAGES_DIR.", { missing: missing.join(", ") }));
}

function listBackupProblems(): string[] {
  const { to } = env.backup;
  const isLost = to !== undefined && `${to}${sep}`.startsWith(`${env.dataDir}${sep}`);
  return [
    ...when(!to && env.databaseFile !== undefined, t("No backups are scheduled. Set BACKUP_TO.")),
    ...when(isLost, t("Backups are lost together with DATA_DIR. Set BACKUP_TO to a place on another disk.")),
  ];
}

async function listLackOfStaff(): Promise<string[]> {
  const lacking = MODERATORS_MIN - (await countStaff());
  const message = t(
    "An appeal needs somebody who hasn't decided the case. Appoint two moderators or more with npm run moderator.",
  );
  return when(lacking > 0, message);
}

function when(isSo: boolean, message: string): string[] {
  return isSo ? [message] : [];
}
