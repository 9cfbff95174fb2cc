// The job that sends mail: at once when this machine queues some, and every few seconds for the rest.
import { logBackgroundError } from "~/http/express-errors.server";
import { waitForMail } from "~/mail/queue.server";
import { closeMailServer, sendDueMail } from "~/mail/sending.server";

const CHECK_MS = 15_000;
/** The longest that a stopping server waits for mail in transit. */
const FINISH_MS = 10_000;

let isStopping = false;
let inTransit: Promise<unknown> = Promise.resolve();

/** Sends mail until the server stops. */
export async function sendMailRepeatedly() {
  while (!isStopping) {
    const sending = sendDueMail().catch(logBackgroundError);
    inTransit = sending;
    if (!(await sending)) await waitForMail(CHECK_MS);
  }
}

/** Starts no further mail, and resolves once those in transit are sent. */
export async function stopSendingMail() {
  isStopping = true;
  await Promise.race([inTransit, new Promise((resolve) => setTimeout(resolve, FINISH_MS))]);
  closeMailServer();
}
