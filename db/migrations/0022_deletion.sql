ALTER TABLE `member` ADD `purged_at` integer;--> statement-breakpoint
CREATE INDEX `member_to_purge` ON `member` (`deleted_at`) WHERE deleted_at is not null and purged_at is null;