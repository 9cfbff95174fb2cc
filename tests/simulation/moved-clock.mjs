// Loaded into the server with --import: its clock stands still at the time that the last request named, or
// before the first at CLOCK, in ms.
import { Server } from "node:http";

const { Date: RealDate } = globalThis;
let now = Number(process.env.CLOCK);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length) super(...parts);
    else super(now);
  }
  static now() {
    return now;
  }
};

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...values) {
  if (event === "request") now = Number(values[0].headers["x-now"] ?? now);
  return emit.call(this, event, ...values);
};
