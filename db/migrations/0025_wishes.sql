ALTER TABLE `candidate` ADD `wishes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `gender` text;--> statement-breakpoint
ALTER TABLE `member` ADD `gender_words` text;--> statement-breakpoint
ALTER TABLE `member` ADD `meets` text;--> statement-breakpoint
ALTER TABLE `member` ADD `meet_age_min` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `meet_age_max` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `purpose` text;--> statement-breakpoint
ALTER TABLE `member` ADD `shows_wishes` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `visited_on` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `inactive_at` integer;--> statement-breakpoint
CREATE INDEX `member_visit` ON `member` (`visited_on`) WHERE inactive_at is null and visited_on is not null;--> statement-breakpoint
ALTER TABLE `posting` ADD `wishes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `member` SET `visited_on` = unixepoch() / 86400 WHERE `issuer` NOT IN ('demo', 'synthetic');
