CREATE TABLE `song_preview` (
	`key` text PRIMARY KEY NOT NULL,
	`track_id` integer,
	`asked_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `song_preview_asked` ON `song_preview` (`asked_at`);