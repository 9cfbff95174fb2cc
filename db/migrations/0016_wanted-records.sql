DROP INDEX `record_album`;--> statement-breakpoint
DROP INDEX `record_age`;--> statement-breakpoint
ALTER TABLE `record` ADD `wanted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `record` ADD `discogs_username` text;--> statement-breakpoint
CREATE INDEX `record_album` ON `record` (`member_id`,`artist_key`,`album_key`,`wanted`);--> statement-breakpoint
CREATE INDEX `record_age` ON `record` (`member_id`,`wanted`,`created_at`);--> statement-breakpoint
ALTER TABLE `record_import` ADD `wanted` integer DEFAULT false NOT NULL;