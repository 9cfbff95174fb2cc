ALTER TABLE `notification` ADD `mail_at` integer;--> statement-breakpoint
CREATE INDEX `notification_mail_at` ON `notification` (`mail_at`) WHERE mail_at is not null;