// The jobs that send queued mail and pushes: at once when this machine queues some, and every few seconds for the rest.
import type { QueueSignal } from "db/queue.server";
import { logBackgroundError } from "~/http/express-errors.server";
import { closeMailServer } from "~/integrations/mail-server.server";
import { sendDueMail } from "~/mail/sending.server";
import { mailSignal } from "~/models/mail-queue.server";
import { prepareMail } from "~/models/notification/digest.server";
import { pushSignal } from "~/models/notification/push-queue.server";
import { sendDuePushes } from "~/models/notification/push-sending.server";

const CHECK_MS = 15_000;
/** The longest that a stopping server waits for what is in transit. */
const FINISH_MS = 10_000;

let isStopping = false;
const inTransit = new Map<QueueSignal, Promise<unknown>>();

/** Sends mail until the server stops. */
export function sendMailRepeatedly() {
  return sendRepeatedly(() => sendDueMail(Date.now(), prepareMail), mailSignal);
}

/** Sends pushes until the server stops. */
export function sendPushesRepeatedly() {
  return sendRepeatedly(sendDuePushes, pushSignal);
}

async function sendRepeatedly(sendDue: () => Promise<number>, signal: QueueSignal) {
  while (!isStopping) {
    const sending = sendDue().catch(logBackgroundError);
    inTransit.set(signal, sending);
    if (!(await sending)) await signal.wait(CHECK_MS);
  }
}

/** Sends nothing more, and resolves once everything in transit is sent. */
export async function stopSending() {
  isStopping = true;
  const finished = Promise.all(inTransit.values());
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, FINISH_MS))]);
  closeMailServer();
}
