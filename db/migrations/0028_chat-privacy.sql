ALTER TABLE `member` ADD `shows_seen` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `reading` ADD `seen` integer;