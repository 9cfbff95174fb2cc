import { apiRoute, operation } from "~/http/api.server";
import { settingsInput } from "~/models/notification/notification-schema";
import { readSettings, saveSettings } from "~/models/notification/notification-settings.server";

export const loader = apiRoute({
  GET: { run: (member) => readSettings(member.id) },
  PUT: operation(settingsInput, (member, input) => saveSettings(member.id, input)),
});
export const action = loader;
