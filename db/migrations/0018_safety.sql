CREATE TABLE `appeal` (
	`id` text PRIMARY KEY NOT NULL,
	`sanction_id` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`is_overturned` integer,
	`statement` text,
	FOREIGN KEY (`sanction_id`) REFERENCES `sanction`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeal_sanction_id_unique` ON `appeal` (`sanction_id`);--> statement-breakpoint
CREATE INDEX `appeal_open` ON `appeal` (`created_at`,`id`) WHERE decided_at is null;--> statement-breakpoint
CREATE TABLE `evidence` (
	`report_id` text PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_expiry` ON `evidence` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `evidence_picture` (
	`report_id` text NOT NULL,
	`picture_id` text NOT NULL,
	PRIMARY KEY(`report_id`, `picture_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `evidence_picture_picture` ON `evidence_picture` (`picture_id`);--> statement-breakpoint
CREATE TABLE `moderation_case` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer,
	`member_name` text NOT NULL,
	`severity` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`claimed_by` integer,
	`claimed_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`claimed_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moderation_case_open` ON `moderation_case` (`member_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `moderation_case_queue` ON `moderation_case` (`severity`,`opened_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `moderation_case_member` ON `moderation_case` (`member_id`);--> statement-breakpoint
CREATE TABLE `moderation_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`action` text NOT NULL,
	`case_id` text,
	`member_id` integer,
	`detail` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moderation_log_case` ON `moderation_log` (`case_id`);--> statement-breakpoint
CREATE INDEX `moderation_log_member` ON `moderation_log` (`member_id`);--> statement-breakpoint
CREATE INDEX `moderation_log_actor` ON `moderation_log` (`actor_id`);--> statement-breakpoint
CREATE TABLE `removed_picture` (
	`hash` text NOT NULL,
	`sanction_id` text NOT NULL,
	PRIMARY KEY(`hash`, `sanction_id`),
	FOREIGN KEY (`sanction_id`) REFERENCES `sanction`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`reporter_id` integer,
	`reported_id` integer,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`outcome` text,
	FOREIGN KEY (`case_id`) REFERENCES `moderation_case`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reported_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_once` ON `report` (`reporter_id`,`subject`,`subject_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `report_case` ON `report` (`case_id`);--> statement-breakpoint
CREATE INDEX `report_reporter` ON `report` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `report_reported` ON `report` (`reported_id`);--> statement-breakpoint
CREATE INDEX `report_age` ON `report` (`created_at`);--> statement-breakpoint
CREATE TABLE `sanction` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`member_id` integer,
	`moderator_id` integer,
	`kind` text NOT NULL,
	`rule` text NOT NULL,
	`statement` text NOT NULL,
	`removed` text DEFAULT '[]' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`acknowledged_at` integer,
	`overturned_at` integer,
	FOREIGN KEY (`case_id`) REFERENCES `moderation_case`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`moderator_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sanction_case_id_unique` ON `sanction` (`case_id`);--> statement-breakpoint
CREATE INDEX `sanction_member` ON `sanction` (`member_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `sanction_age` ON `sanction` (`starts_at`);--> statement-breakpoint
CREATE TABLE `strike` (
	`sanction_id` text PRIMARY KEY NOT NULL,
	`person_hash` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `strike_person` ON `strike` (`person_hash`);--> statement-breakpoint
CREATE INDEX `strike_expiry` ON `strike` (`expires_at`);--> statement-breakpoint
DROP INDEX `conversation_pair`;--> statement-breakpoint
ALTER TABLE `conversation` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `conversation_low` ON `conversation` (`low_id`);--> statement-breakpoint
CREATE INDEX `conversation_ended` ON `conversation` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_pair` ON `conversation` (`low_id`,`high_id`) WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE `member` ADD `pending_photo_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `member` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `has_unread_decision` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `withdrawn_at` integer GENERATED ALWAYS AS (coalesce(deleted_at, suspended_at)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `member` ADD `unlisted_at` integer GENERATED ALWAYS AS (coalesce(paused_at, hidden_at)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `member_pending_photo` ON `member` (`pending_photo_id`) WHERE pending_photo_id is not null;--> statement-breakpoint
CREATE INDEX `member_suspended_until` ON `member` (`suspended_until`) WHERE suspended_until is not null;--> statement-breakpoint
ALTER TABLE `picture` ADD `held_at` integer;--> statement-breakpoint
ALTER TABLE `playlist` ADD `removed_at` integer;--> statement-breakpoint
CREATE TRIGGER `moderation_log_update` BEFORE UPDATE ON `moderation_log` BEGIN
	SELECT raise(ABORT, 'the log of moderation is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `moderation_log_delete` BEFORE DELETE ON `moderation_log` BEGIN
	SELECT raise(ABORT, 'the log of moderation is append-only');
END;
