ALTER TABLE `member` ADD `plays_youtube` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `plays_spotify` integer DEFAULT false NOT NULL;