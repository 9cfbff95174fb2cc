// Limits how many sign-ins an address can start.
import type { RequestHandler } from "express";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { clientAddressOf } from "./client-address.server";

/** Middleware for the URL that starts a sign-in, which writes a row for every visit. */
export const limitSignIns: RequestHandler = (req, _, next) => {
  consumeRateLimit("authorize", clientAddressOf(req)).then(() => next(), next);
};
