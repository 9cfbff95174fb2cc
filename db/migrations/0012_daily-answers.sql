CREATE TABLE `daily_answer` (
	`member_id` integer NOT NULL,
	`day` integer NOT NULL,
	`question` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`song` text,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `day`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `daily_answer_newest` ON `daily_answer` (`day`,`question`,`answered_at`);--> statement-breakpoint
CREATE INDEX `playlist_public` ON `playlist` (`created_at`) WHERE is_public and removed_at is null;--> statement-breakpoint
CREATE INDEX `record_artist` ON `record` (`artist_key`,`created_at`) WHERE not wanted;