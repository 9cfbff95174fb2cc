CREATE TABLE `going` (
	`member_id` integer NOT NULL,
	`show_id` text NOT NULL,
	`with_somebody` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `show_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`show_id`) REFERENCES `show`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `going_show` ON `going` (`show_id`,`with_somebody`,`member_id`);--> statement-breakpoint
CREATE TABLE `plan` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`show_id` text,
	`place` text NOT NULL,
	`day` integer NOT NULL,
	`minutes` integer NOT NULL,
	`proposed_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`accepted_at` integer,
	`declined_at` integer,
	`cancelled_at` integer,
	`cancelled_by` integer,
	`sentence` text DEFAULT '' NOT NULL,
	`ended_at` integer,
	`reminded_at` integer,
	`asked_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`show_id`) REFERENCES `show`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`proposed_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`cancelled_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_standing` ON `plan` (`conversation_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `plan_conversation` ON `plan` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_day` ON `plan` (`day`);--> statement-breakpoint
CREATE INDEX `plan_show` ON `plan` (`show_id`) WHERE show_id is not null;--> statement-breakpoint
CREATE TABLE `plan_answer` (
	`plan_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`answer` text NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `member_id`),
	FOREIGN KEY (`plan_id`) REFERENCES `plan`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `plan_answer_time` ON `plan_answer` (`answered_at`);--> statement-breakpoint
CREATE TABLE `plan_link` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`plan_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`ask_at` integer,
	`asked_at` integer,
	`home_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`plan_id`) REFERENCES `plan`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_link_key_hash_unique` ON `plan_link` (`key_hash`);--> statement-breakpoint
CREATE INDEX `plan_link_plan` ON `plan_link` (`plan_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `plan_link_expiry` ON `plan_link` (`expires_at`);--> statement-breakpoint
CREATE INDEX `plan_link_ask` ON `plan_link` (`ask_at`) WHERE ask_at is not null and asked_at is null;--> statement-breakpoint
CREATE TABLE `show` (
	`id` text PRIMARY KEY NOT NULL,
	`added_by` integer,
	`calendar_id` text,
	`uid` text,
	`day` integer NOT NULL,
	`doors` integer,
	`venue` text NOT NULL,
	`place_name` text NOT NULL,
	`cell` integer NOT NULL,
	`link` text,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`added_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`calendar_id`) REFERENCES `show_calendar`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `show_day` ON `show` (`day`,`cell`);--> statement-breakpoint
CREATE INDEX `show_added_by` ON `show` (`added_by`,`created_at`) WHERE added_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `show_uid` ON `show` (`calendar_id`,`uid`) WHERE calendar_id is not null;--> statement-breakpoint
CREATE TABLE `show_artist` (
	`show_id` text NOT NULL,
	`position` integer NOT NULL,
	`artist_key` text NOT NULL,
	`name` text NOT NULL,
	`day` integer NOT NULL,
	`cell` integer NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`show_id`, `position`),
	FOREIGN KEY (`show_id`) REFERENCES `show`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `show_artist_once` ON `show_artist` (`artist_key`,`day`,`cell`) WHERE not is_removed;--> statement-breakpoint
CREATE TABLE `show_calendar` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`town` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`home_url` text,
	`etag` text,
	`last_modified` text,
	`digest` text,
	`read_at` integer,
	`events` integer DEFAULT 0 NOT NULL,
	`shows` integer DEFAULT 0 NOT NULL,
	`error` text,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `show_calendar_url_unique` ON `show_calendar` (`url`);--> statement-breakpoint
ALTER TABLE `member` ADD `shows_going` text DEFAULT 'people' NOT NULL;