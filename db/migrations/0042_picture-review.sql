ALTER TABLE `member` ADD `pending_cover_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `member_pending_cover` ON `member` (`pending_cover_id`) WHERE pending_cover_id is not null;--> statement-breakpoint
ALTER TABLE `picture` ADD `pending_at` integer;--> statement-breakpoint
CREATE INDEX `picture_pending` ON `picture` (`pending_at`) WHERE pending_at is not null;--> statement-breakpoint
UPDATE `picture` SET `pending_at` = `held_at`, `held_at` = NULL WHERE `id` IN (SELECT `pending_photo_id` FROM `member` WHERE `pending_photo_id` IS NOT NULL);