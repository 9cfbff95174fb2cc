ALTER TABLE `account` ADD `credentials_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `session` DROP COLUMN `provider_session_id`;