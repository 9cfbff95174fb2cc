import { apiRoute, operation } from "~/http/api.server";
import { readSettings, saveSettings } from "~/models/notification/notification-settings.server";
import { settingsInput } from "~/models/notification/notification-settings-schema";

export const loader = apiRoute({
  GET: { run: (member) => readSettings(member.id) },
  PUT: operation(settingsInput, (member, input) => saveSettings(member.id, input)),
});
export const action = loader;
