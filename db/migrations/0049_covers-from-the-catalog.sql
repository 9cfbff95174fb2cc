CREATE TABLE `catalog_answer` (
	`query` text PRIMARY KEY NOT NULL,
	`release_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `catalog_answer_age` ON `catalog_answer` (`created_at`);--> statement-breakpoint
CREATE TABLE `catalog_release` (
	`id` text PRIMARY KEY NOT NULL,
	`details` text NOT NULL,
	`picture_id` text,
	`coverless_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `catalog_release_age` ON `catalog_release` (`created_at`);--> statement-breakpoint
CREATE INDEX `catalog_release_picture` ON `catalog_release` (`picture_id`) WHERE picture_id is not null;--> statement-breakpoint
CREATE TABLE `cover_search` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`done_to` text DEFAULT '' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_until` integer,
	`served_at` integer,
	`paused_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `service_pace` (
	`service` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `picture` ADD `release_id` text;--> statement-breakpoint
CREATE INDEX `record_coverless` ON `record` (`member_id`,`id`) WHERE picture_id is null and external_image_url is null;