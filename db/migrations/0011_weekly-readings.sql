ALTER TABLE `music_connection` ADD `weekly_due_at` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `weekly_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `known_artists` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `new_artists` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `follows_count` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `music_connection_weekly_due` ON `music_connection` (`weekly_due_at`) WHERE weekly_due_at is not null;--> statement-breakpoint
UPDATE `music_connection` SET `weekly_due_at` = unixepoch() * 1000 + (`member_id` * 15485863) % 604800000
	WHERE `is_active` AND `service` IN ('listenbrainz', 'lastfm');