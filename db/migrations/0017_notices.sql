CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`reason` text NOT NULL,
	`about` text NOT NULL,
	`words` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`member_id` integer,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_key_hash_unique` ON `notice` (`key_hash`);--> statement-breakpoint
CREATE INDEX `notice_expiry` ON `notice` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX `notice_member` ON `notice` (`member_id`) WHERE member_id is not null;--> statement-breakpoint
ALTER TABLE `moderation_case` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `moderation_case_due` ON `moderation_case` (`due_at`,`id`) WHERE closed_at is null and due_at is not null;--> statement-breakpoint
ALTER TABLE `picture` ADD `notice_id` text REFERENCES notice(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `picture_notice` ON `picture` (`notice_id`) WHERE notice_id is not null;--> statement-breakpoint
CREATE INDEX `picture_digest` ON `picture` (`digest`) WHERE digest is not null;--> statement-breakpoint
ALTER TABLE `report` ADD `notice_id` text REFERENCES notice(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `report` ADD `notice_reason` text;--> statement-breakpoint
ALTER TABLE `report` ADD `objects_to` text;--> statement-breakpoint
ALTER TABLE `report` ADD `reply` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `report_notice` ON `report` (`notice_id`) WHERE notice_id is not null;--> statement-breakpoint
CREATE INDEX `attachment_digest` ON `attachment` (`digest`);