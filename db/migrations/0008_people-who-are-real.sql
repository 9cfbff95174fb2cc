CREATE TABLE `application` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`question` text,
	`answer` text,
	`submitted_at` integer,
	`approved_at` integer,
	`refused_at` integer,
	`statement` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_waiting` ON `application` (`submitted_at`) WHERE approved_at is null and refused_at is null;--> statement-breakpoint
CREATE INDEX `application_refused` ON `application` (`refused_at`) WHERE refused_at is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `member` DROP COLUMN `withdrawn_at`;--> statement-breakpoint
ALTER TABLE `member` ADD `withdrawn_at` integer GENERATED ALWAYS AS (coalesce(deleted_at, suspended_at, waiting_since)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `candidate` ADD `badges` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `listener_since` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `listener_plays` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `history` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `history_due_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `music_connection_proven` ON `music_connection` (`service`,lower(service_user_id)) WHERE proven_at is not null;--> statement-breakpoint
CREATE INDEX `music_connection_history_due` ON `music_connection` (`history_due_at`) WHERE history_due_at is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `age_check` text;--> statement-breakpoint
ALTER TABLE `member` ADD `age_checked_on` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `age_proof` text;--> statement-breakpoint
CREATE UNIQUE INDEX `member_age_proof` ON `member` (`age_proof`) WHERE age_proof is not null;--> statement-breakpoint
-- The sign-up form has always asked for it.
UPDATE `member` SET `age_check` = 'declared', `age_checked_on` = `created_at` / 86400000 WHERE `issuer` = 'embedded' AND `purged_at` IS NULL;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `weekly_due_at` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `weekly_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `known_artists` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `new_artists` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `follows_count` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `music_connection_weekly_due` ON `music_connection` (`weekly_due_at`) WHERE weekly_due_at is not null;--> statement-breakpoint
UPDATE `music_connection` SET `weekly_due_at` = unixepoch() * 1000 + (`member_id` * 15485863) % 604800000
	WHERE `is_active` AND `service` IN ('listenbrainz', 'lastfm');--> statement-breakpoint
CREATE TABLE `held_network` (
	`network` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`inviter_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`used_at` integer,
	`used_by` integer,
	FOREIGN KEY (`inviter_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`used_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `invitation_inviter` ON `invitation` (`inviter_id`);--> statement-breakpoint
CREATE INDEX `invitation_user` ON `invitation` (`used_by`) WHERE used_by is not null;--> statement-breakpoint
CREATE INDEX `invitation_expiry` ON `invitation` (`expires_at`) WHERE used_at is null;--> statement-breakpoint
CREATE TABLE `sign_up` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_up_time` ON `sign_up` (`created_at`);--> statement-breakpoint
ALTER TABLE `account` ADD `invitation_id` text;--> statement-breakpoint
ALTER TABLE `pending_account` ADD `invitation_id` text;--> statement-breakpoint
CREATE TABLE `case_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` text NOT NULL,
	`kind` text NOT NULL,
	`author_id` integer,
	`content` text NOT NULL,
	`asked_id` integer,
	`is_binding` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `moderation_case`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`asked_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `case_message_case` ON `case_message` (`case_id`,`id`);--> statement-breakpoint
CREATE TABLE `photo_check` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`pose` text NOT NULL,
	`drawn_at` integer NOT NULL,
	`picture_id` text,
	`sent_at` integer,
	`decided_at` integer,
	`outcome` text,
	`reason` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `photo_check_waiting` ON `photo_check` (`sent_at`) WHERE picture_id is not null;--> statement-breakpoint
CREATE INDEX `photo_check_picture` ON `photo_check` (`picture_id`) WHERE picture_id is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `checked_photo_id` text;--> statement-breakpoint
-- Discover's filter follows the profile photo, which many changes replace: the bit is PHOTO_CHECKED of finder.ts.
CREATE TRIGGER `member_photo_checked` AFTER UPDATE OF `photo_id`, `checked_photo_id` ON `member`
WHEN ifnull(old.`photo_id` = old.`checked_photo_id`, 0) <> ifnull(new.`photo_id` = new.`checked_photo_id`, 0) BEGIN
	UPDATE `candidate` SET `badges` = (`badges` & ~2) | iif(new.`photo_id` = new.`checked_photo_id`, 2, 0)
		WHERE `member_id` = new.`id`;
	INSERT OR REPLACE INTO `candidate_change` (`member_id`) SELECT `member_id` FROM `candidate` WHERE `member_id` = new.`id`;
END;--> statement-breakpoint
CREATE TABLE `held_request` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`held_at` integer NOT NULL,
	`refused_at` integer,
	`statement` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `held_request_waiting` ON `held_request` (`held_at`) WHERE refused_at is null;--> statement-breakpoint
ALTER TABLE `picture` ADD `pending_reason` text;--> statement-breakpoint
DROP INDEX `record_album`;--> statement-breakpoint
DROP INDEX `record_age`;--> statement-breakpoint
ALTER TABLE `record` ADD `wanted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `record` ADD `discogs_username` text;--> statement-breakpoint
CREATE INDEX `record_album` ON `record` (`member_id`,`artist_key`,`album_key`,`wanted`);--> statement-breakpoint
CREATE INDEX `record_age` ON `record` (`member_id`,`wanted`,`created_at`);--> statement-breakpoint
ALTER TABLE `record_import` ADD `wanted` integer DEFAULT false NOT NULL;--> statement-breakpoint
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
CREATE INDEX `attachment_digest` ON `attachment` (`digest`);--> statement-breakpoint
CREATE INDEX `member_waiting` ON `member` (`waiting_since`) WHERE waiting_since is not null;--> statement-breakpoint
ALTER TABLE `strike` ADD `age_proof` text;--> statement-breakpoint
CREATE INDEX `strike_age_proof` ON `strike` (`age_proof`) WHERE age_proof is not null;--> statement-breakpoint
ALTER TABLE `picture` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `removed_picture` ADD `search_due_at` integer;--> statement-breakpoint
CREATE INDEX `removed_picture_search` ON `removed_picture` (`search_due_at`) WHERE search_due_at is not null;
