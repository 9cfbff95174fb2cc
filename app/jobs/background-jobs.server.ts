// Background jobs, run on a schedule.
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { logBackgroundError } from "~/http/express-errors.server";
import { countBackup } from "~/http/metrics.server";
import { removeStaleUploads } from "~/http/upload.server";
import { pruneOutbox } from "~/live/outbox.server";
import { log } from "~/log.server";
import { countStatisticsDaily } from "~/matching/statistics.server";
import { claimExport, removeExpiredExports } from "~/models/account/export/export.server";
import { deleteExpiredInvitations } from "~/models/account/invitation/invitation.server";
import { deleteRefusedAccounts } from "~/models/account/leaving/deletion.server";
import { deleteExpiredLinks } from "~/models/account/recovery/link.server";
import { deleteExpiredSecurityEvents } from "~/models/account/security-event.server";
import { deleteExpiredClients } from "~/models/account/sign-in/known-client.server";
import { deleteExpiredProviderRecords } from "~/models/account/sign-in/provider-record.server";
import { deleteExpiredSignUps } from "~/models/account/sign-in/sign-up.server";
import { updateWaitingOfAll } from "~/models/account/waiting/waiting.server";
import { searchForAlerts } from "~/models/alert/alert-search.server";
import { notifyOfHits } from "~/models/alert/hit-notifications.server";
import { deleteExpiredAnswers, hasCatalog } from "~/models/catalog/release.server";
import { announceEnding, closeAfterEnd } from "~/models/community/ending-jobs.server";
import { removeUnusedAttachments } from "~/models/conversation/attachment/attachment.server";
import { endLeftJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { deleteOldLinkDetails } from "~/models/conversation/link-details.server";
import { deleteEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { eraseDeletedMessages } from "~/models/conversation/message-change.server";
import { deleteExpiredPlanLinks } from "~/models/conversation/plan/plan-link.server";
import { askWhetherHome, remindOfPlans } from "~/models/conversation/plan/plan-reminders.server";
import { indexMessages } from "~/models/conversation/search/message-search.server";
import { deleteUnusedTexts } from "~/models/document/acceptance.server";
import { endNewHere } from "~/models/member/new-here.server";
import { removeInactiveMembers } from "~/models/member/visit.server";
import { readDueHistory } from "~/models/music-account/account-history.server";
import { deleteExpiredHistories } from "~/models/music-account/history/history.server";
import { readDueAccount } from "~/models/music-account/weekly-reading.server";
import { closeRead, decideMails, decidePushes } from "~/models/notification/delivery.server";
import { deleteExpiredNotifications } from "~/models/notification/notification-reading.server";
import { isBackupDue } from "~/models/operator/last-backup.server";
import { removeOrphanedPictures } from "~/models/picture/picture.server";
import { deleteExpiredPlaylistImports } from "~/models/playlist/playlist-import.server";
import { deleteOldPreviews } from "~/models/preview.server";
import { deleteOldAnswers } from "~/models/question/answer.server";
import { deleteExpiredRateLimits } from "~/models/rate-limit.server";
import { findNextCover } from "~/models/record/cover-search.server";
import { readNextPage } from "~/models/record/discogs-import.server";
import { deleteExpiredImports } from "~/models/record/record-import.server";
import { mailAboutWaitingCases } from "~/models/safety/case/case-list.server";
import { deleteExpiredTalk } from "~/models/safety/case/case-talk.server";
import { deleteOldNetworks } from "~/models/safety/newcomer/network.server";
import { deleteExpiredNotices } from "~/models/safety/notice/notice.server";
import { searchAlikePictures } from "~/models/safety/photos/alike-pictures.server";
import { closeReports, deleteExpiredEvidence } from "~/models/safety/report.server";
import { liftSuspensions } from "~/models/safety/sanctions/sanction.server";
import { deleteExpiredStrikes } from "~/models/safety/sanctions/strike.server";
import { readDueCalendar, syncCalendars } from "~/models/show/calendar/calendar.server";
import { deletePastShows } from "~/models/show/show.server";
import { updateTrips } from "~/models/trip/trip.server";
import { purgeDeletedMembers } from "./purge.server";
import { sendMailRepeatedly, sendPushesRepeatedly, stopSending } from "./send-queues.server";

const PRUNE_MS = MINUTE_MS;
const PRUNE_NEXT_BATCH_MS = 100;
const LIFT_MS = MINUTE_MS;
const CALL_MS = 1000;
const CALL_STEPS = 100;
const JOINT_PLAYS_MS = MINUTE_MS;
const PLANS_MS = MINUTE_MS;
const INDEX_MS = 500;
/** The pause between two batches of messages, in which requests get their turn. */
const INDEX_NEXT_MS = 5;
const EXPORT_MS = 1000;
const COVERS_MS = 1000;
const COLLECTIONS_MS = 1000;
const HISTORIES_MS = 1000;
/** One step at a time: some pictures are hashed, or all are compared. */
const ALIKE_PICTURES_MS = 1000;
const ALERTS_MS = 1000;
/** The pause between two changed members, or two members who are told. */
const ALERTS_NEXT_MS = 5;
/** One music account at a time, so that members who connect get turns at the service, too. */
const WEEKLY_READING_MS = 2000;
const CALENDARS_MS = MINUTE_MS;
const BACKUP_CHECK_MS = HOUR_MS;
const BACKUP_LIMIT_MS = 6 * HOUR_MS;
const STATISTICS_CHECK_MS = HOUR_MS;
const CLEAN_UP_MS = DAY_MS;

const run = promisify(execFile);
let isStopping = false;

/** Starts the jobs; none of them keeps the process alive. A read-only machine leaves the jobs to the others. */
export function startBackgroundJobs() {
  if (env.readsOnly) return;
  void pruneRepeatedly();
  void repeat(cleanUp, CLEAN_UP_MS);
  if (env.mail) {
    void sendMailRepeatedly();
    void repeat(mailAboutWaitingCases, HOUR_MS);
  }
  void sendPushesRepeatedly();
  void repeat(callMembers, CALL_MS);
  if (env.backup.to) void repeat(backUpIfDue, BACKUP_CHECK_MS);
  void repeat(() => liftSuspensions(), LIFT_MS);
  void repeat(endLeftJointPlays, JOINT_PLAYS_MS);
  void repeat(() => remindOfPlans(), PLANS_MS);
  void repeat(() => askWhetherHome(), PLANS_MS);
  void repeat(announceEnding, HOUR_MS);
  void repeat(eraseLeavers, HOUR_MS);
  void repeat(() => closeReports(), HOUR_MS);
  void repeat(deleteExpiredImports, HOUR_MS);
  void repeat(deleteExpiredPlaylistImports, HOUR_MS);
  void repeat(deleteExpiredHistories, HOUR_MS);
  void repeat(removeStaleUploads, HOUR_MS);
  void repeat(deleteExpiredProviderRecords, HOUR_MS);
  void repeat(makeExports, EXPORT_MS);
  if (hasCatalog()) void repeat(findCovers, COVERS_MS);
  if (hasCatalog()) void repeat(readCollections, COLLECTIONS_MS);
  void repeat(readHistories, HISTORIES_MS);
  void repeat(readDueAccount, WEEKLY_READING_MS);
  void syncCalendars()
    .catch(logBackgroundError)
    .then(() => repeat(readCalendars, CALENDARS_MS));
  void repeat(searchAlikePictures, ALIKE_PICTURES_MS);
  void repeat(indexNewMessages, INDEX_MS);
  void repeat(watchForAlerts, ALERTS_MS);
  void repeat(removeInactiveMembers, HOUR_MS);
  void repeat(() => updateTrips(), HOUR_MS);
  void repeat(() => endNewHere(), HOUR_MS);
  if (env.ageProvider) void repeat(updateWaitingOfAll, HOUR_MS);
  void repeat(countStatisticsDaily, STATISTICS_CHECK_MS);
}

/** Starts no more jobs, and resolves once mail and pushes in transit are sent. */
export async function stopBackgroundJobs() {
  isStopping = true;
  await stopSending();
}

/**
 * Makes a backup in a separate process, because copying the database blocks its thread. A failed one is tried again at the
 * next check.
 */
async function backUpIfDue() {
  if (!(await isBackupDue())) return;
  try {
    // The driver waits forever for a database server that doesn't answer.
    const limits = { timeout: BACKUP_LIMIT_MS, killSignal: "SIGKILL" } as const;
    const { stdout } = await run(process.execPath, ["build/cli.js", "backup", "--scheduled"], limits);
    log.logger.info(JSON.parse(stdout), "backup");
    countBackup("succeeded");
  } catch (error) {
    log.logger.error({ err: error }, "backup failed");
    countBackup("failed");
  }
}

/**
 * Makes exports in a separate process, one at a time, because packing takes its thread's time and memory. Claiming them here
 * keeps the other machines from starting a process for the same one.
 */
async function makeExports() {
  try {
    for (let claim = await claimExport(); claim; claim = await claimExport()) {
      const EXPORT_CLAIM = JSON.stringify(claim);
      const { stdout } = await run(process.execPath, ["build/cli.js", "export"], {
        env: { ...process.env, EXPORT_CLAIM },
      });
      log.logger.info(JSON.parse(stdout), "export");
    }
  } catch (error) {
    log.logger.error({ err: error }, "export failed");
  }
}

/**
 * Decides which notifications are pushed or mailed, and closes read ones on members' devices. A run uses one moment, so that it
 * never sees again what it has put off, and a limited number of steps, so that none of the three waits for another's backlog.
 */
async function callMembers() {
  const now = Date.now();
  for (const step of [decidePushes, decideMails, closeRead])
    for (let steps = 0; steps < CALL_STEPS && (await step(now)); steps++);
}

/** Looks up the covers that members search for, one after the other. */
async function findCovers() {
  while (await findNextCover());
}

async function readCollections() {
  while (await readNextPage());
}

/** Reads the histories of proven accounts, one after the other: soon after the proof and then monthly. */
async function readHistories() {
  while (await readDueHistory());
}

/** Reads the calendars of shows that are due, one after the other. */
async function readCalendars() {
  while (await readDueCalendar());
}

/** Indexes the messages that came in meanwhile, and after an upgrade all of them. */
async function indexNewMessages() {
  while (await indexMessages()) await pause(INDEX_NEXT_MS);
}

/** Matches changed members with alerts, and tells the alerts' owners. */
async function watchForAlerts() {
  while (await searchForAlerts()) await pause(ALERTS_NEXT_MS);
  while (await notifyOfHits()) await pause(ALERTS_NEXT_MS);
}

async function eraseLeavers() {
  await deleteRefusedAccounts();
  await closeAfterEnd();
  await purgeDeletedMembers();
}

/** Runs a job now and again `ms` after each of its ends, until the server stops. */
async function repeat(job: () => Promise<unknown>, ms: number) {
  if (isStopping) return;
  await job().catch(logBackgroundError);
  setTimeout(repeat, ms, job, ms).unref();
}

async function pruneRepeatedly() {
  if (isStopping) return;
  const hasMore = await pruneOutbox().catch(logBackgroundError);
  setTimeout(pruneRepeatedly, hasMore ? PRUNE_NEXT_BATCH_MS : PRUNE_MS).unref();
}

/** Deletes expired rows, then the files that only they needed. */
async function removeWhatIsLeft() {
  await Promise.all([
    deleteExpiredEvidence(),
    deleteExpiredTalk(),
    deleteExpiredNotices(),
    deleteExpiredAnswers(),
    deleteOldLinkDetails(),
    deleteEndedConversations(),
    eraseDeletedMessages(),
  ]);
  await Promise.all([removeOrphanedPictures(), removeUnusedAttachments()]);
}

async function cleanUp() {
  await Promise.all([
    removeWhatIsLeft(),
    deleteExpiredClients(),
    deleteExpiredInvitations(),
    deleteOldNetworks(),
    deleteExpiredLinks(),
    deleteExpiredNotifications(),
    deleteExpiredPlanLinks(),
    deleteExpiredRateLimits(),
    deleteExpiredSecurityEvents(),
    deleteExpiredSignUps(),
    deleteExpiredStrikes(),
    deleteOldAnswers(),
    deletePastShows(),
    deleteOldPreviews(),
    deleteUnusedTexts(),
    removeExpiredExports(),
  ]);
}
