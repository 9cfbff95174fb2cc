CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email_confirmed_at` integer,
	`credentials_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_email_unique` ON `account` (`email`);
--> statement-breakpoint
CREATE TABLE `account_link` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`sign_in_ways` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_link_account` ON `account_link` (`account_id`);
--> statement-breakpoint
CREATE INDEX `account_link_expiry` ON `account_link` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `alike_artist` (
	`buffer` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`weight` integer NOT NULL,
	PRIMARY KEY(`buffer`, `artist_id`, `other_id`)
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `appeal_sanction_id_unique` ON `appeal` (`sanction_id`);
--> statement-breakpoint
CREATE INDEX `appeal_open` ON `appeal` (`created_at`,`id`) WHERE decided_at is null;
--> statement-breakpoint
CREATE TABLE `artist` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`listeners_0` integer DEFAULT 0 NOT NULL,
	`listeners_1` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artist_key_unique` ON `artist` (`key`);
--> statement-breakpoint
CREATE TABLE `attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`file` text NOT NULL,
	`digest` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attachment_owner` ON `attachment` (`owner_id`,`created_at`);
--> statement-breakpoint
CREATE TABLE `authenticator` (
	`account_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer,
	`session_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `block` (
	`member_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `target_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `block_target` ON `block` (`target_id`);
--> statement-breakpoint
CREATE TABLE `candidate` (
	`cell` integer NOT NULL,
	`member_id` integer NOT NULL,
	`age` integer NOT NULL,
	`genres` integer NOT NULL,
	`norm_0` real NOT NULL,
	`norm_1` real DEFAULT 0 NOT NULL,
	`wishes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`cell`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `candidate_member` ON `candidate` (`member_id`);
--> statement-breakpoint
CREATE TABLE `candidate_change` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`member_id` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `candidate_change_member` ON `candidate_change` (`member_id`);
--> statement-breakpoint
CREATE TABLE `catalog_answer` (
	`query` text PRIMARY KEY NOT NULL,
	`release_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `catalog_answer_age` ON `catalog_answer` (`created_at`);
--> statement-breakpoint
CREATE TABLE `catalog_release` (
	`id` text PRIMARY KEY NOT NULL,
	`details` text NOT NULL,
	`picture_id` text,
	`coverless_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `catalog_release_age` ON `catalog_release` (`created_at`);
--> statement-breakpoint
CREATE INDEX `catalog_release_picture` ON `catalog_release` (`picture_id`) WHERE picture_id is not null;
--> statement-breakpoint
CREATE TABLE `conversation` (
	`id` text PRIMARY KEY NOT NULL,
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`started_by` integer NOT NULL,
	`accepted_at` integer,
	`declined_at` integer,
	`last_message_at` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`last_sender_id` integer,
	`closed_at` integer,
	`closed_by` integer,
	`low_unread` integer DEFAULT false NOT NULL,
	`high_unread` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_pair` ON `conversation` (`low_id`,`high_id`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `conversation_members` ON `conversation` (`low_id`,`high_id`);
--> statement-breakpoint
CREATE INDEX `conversation_low_order` ON `conversation` (`low_id`,`ended_at`,`closed_at`,last_sender_id is not high_id,case when last_message_at is null then created_at else last_message_at end desc,`id`);
--> statement-breakpoint
CREATE INDEX `conversation_high_order` ON `conversation` (`high_id`,`ended_at`,`closed_at`,last_sender_id is not low_id,case when last_message_at is null then created_at else last_message_at end desc,`id`);
--> statement-breakpoint
CREATE INDEX `conversation_low_unread` ON `conversation` (`low_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`) WHERE low_unread;
--> statement-breakpoint
CREATE INDEX `conversation_high_unread` ON `conversation` (`high_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`) WHERE high_unread;
--> statement-breakpoint
CREATE INDEX `conversation_ended` ON `conversation` (`ended_at`) WHERE ended_at is not null;
--> statement-breakpoint
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
CREATE TABLE `data_export` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`claimed_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer,
	`finished_at` integer,
	`failed_at` integer,
	`bytes` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_export_member` ON `data_export` (`member_id`);
--> statement-breakpoint
CREATE INDEX `data_export_expiry` ON `data_export` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_export_unfinished` ON `data_export` (`member_id`) WHERE finished_at is null and failed_at is null;
--> statement-breakpoint
CREATE TABLE `decision` (
	`member_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`liked` integer NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `target_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `decision_target` ON `decision` (`target_id`,`liked`,`member_id`);
--> statement-breakpoint
CREATE INDEX `decision_liked` ON `decision` (`member_id`,`decided_at`) WHERE liked;
--> statement-breakpoint
CREATE TABLE `ended_connection` (
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`sanction_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`low_id`, `high_id`, `sanction_id`),
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ended_connection_high` ON `ended_connection` (`high_id`);
--> statement-breakpoint
CREATE TABLE `evidence` (
	`report_id` text PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL,
	`messages` text DEFAULT '[]' NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_expiry` ON `evidence` (`expires_at`) WHERE expires_at is not null;
--> statement-breakpoint
CREATE TABLE `evidence_attachment` (
	`report_id` text NOT NULL,
	`attachment_id` text NOT NULL,
	PRIMARY KEY(`report_id`, `attachment_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attachment_id`) REFERENCES `attachment`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `evidence_attachment_attachment` ON `evidence_attachment` (`attachment_id`);
--> statement-breakpoint
CREATE TABLE `evidence_message` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`message_id` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `moderation_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_message_case` ON `evidence_message` (`case_id`);
--> statement-breakpoint
CREATE TABLE `evidence_picture` (
	`report_id` text NOT NULL,
	`picture_id` text NOT NULL,
	PRIMARY KEY(`report_id`, `picture_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `evidence_picture_picture` ON `evidence_picture` (`picture_id`);
--> statement-breakpoint
CREATE TABLE `hidden_by_sanction` (
	`subject_id` text NOT NULL,
	`sanction_id` text NOT NULL,
	PRIMARY KEY(`subject_id`, `sanction_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `hidden_by_sanction_sanction` ON `hidden_by_sanction` (`sanction_id`);
--> statement-breakpoint
CREATE TABLE `joint_play` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`started_by` integer NOT NULL,
	`is_playing` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`moved_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`starter_until` integer NOT NULL,
	`joiner_until` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `joint_play_id_unique` ON `joint_play` (`id`);
--> statement-breakpoint
CREATE TABLE `known_client` (
	`account_id` text NOT NULL,
	`hash` text NOT NULL,
	`session_id` text,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `known_client_seen` ON `known_client` (`seen_at`);
--> statement-breakpoint
CREATE TABLE `link_details` (
	`key` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text,
	`picture_id` text,
	`asked_at` integer NOT NULL,
	`member_id` integer,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `link_details_member` ON `link_details` (`member_id`) WHERE picture_id is not null;
--> statement-breakpoint
CREATE INDEX `link_details_asked` ON `link_details` (`asked_at`);
--> statement-breakpoint
CREATE INDEX `link_details_picture` ON `link_details` (`picture_id`) WHERE picture_id is not null;
--> statement-breakpoint
CREATE TABLE `listening_history` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`percent` integer DEFAULT 0 NOT NULL,
	`kind` text,
	`plays` integer,
	`top_artists` text,
	`encoding` text,
	`error` text,
	`renewed_at` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listening_history_member` ON `listening_history` (`member_id`);
--> statement-breakpoint
CREATE TABLE `machine_report` (
	`id` text PRIMARY KEY NOT NULL,
	`behind_at` integer,
	`current_at` integer
);
--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`account_id` text,
	`content` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_next_attempt` ON `mail` (`next_attempt_at`);
--> statement-breakpoint
CREATE INDEX `mail_recipient` ON `mail` (`recipient`);
--> statement-breakpoint
CREATE INDEX `mail_account` ON `mail` (`account_id`);
--> statement-breakpoint
CREATE TABLE `match` (
	`id` text PRIMARY KEY NOT NULL,
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `match_pair` ON `match` (`low_id`,`high_id`);
--> statement-breakpoint
CREATE INDEX `match_low_age` ON `match` (`low_id`,`created_at`,`high_id`);
--> statement-breakpoint
CREATE INDEX `match_high_age` ON `match` (`high_id`,`created_at`,`low_id`);
--> statement-breakpoint
CREATE TABLE `member` (
	`id` integer PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`age` integer,
	`location` text DEFAULT '' NOT NULL,
	`place_name` text,
	`cell` integer,
	`photo_id` text,
	`cover_id` text,
	`portrait_url` text,
	`photo_focus` text,
	`pending_photo_id` text,
	`pending_photo_focus` text,
	`pending_cover_id` text,
	`more_photos` text DEFAULT '[]' NOT NULL,
	`paused_at` integer,
	`deleted_at` integer,
	`purged_at` integer,
	`hidden_at` integer,
	`suspended_at` integer,
	`suspended_until` integer,
	`has_unread_decision` integer DEFAULT false NOT NULL,
	`has_report_outcome` integer DEFAULT false NOT NULL,
	`anthem` text,
	`prompts` text DEFAULT '[]' NOT NULL,
	`gender` text,
	`gender_words` text,
	`meets` text,
	`meet_age_min` integer,
	`meet_age_max` integer,
	`purpose` text,
	`shows_wishes` integer DEFAULT false NOT NULL,
	`gender_said_at` integer,
	`identity_changes` text,
	`shows_seen` integer DEFAULT true NOT NULL,
	`shows_typing` integer DEFAULT true NOT NULL,
	`shows_collection` integer DEFAULT false NOT NULL,
	`plays_youtube` integer DEFAULT false NOT NULL,
	`plays_spotify` integer DEFAULT false NOT NULL,
	`opens_photos` integer DEFAULT false NOT NULL,
	`visited_on` integer,
	`inactive_at` integer,
	`waiting_asked_until` integer,
	`created_at` integer NOT NULL,
	`withdrawn_at` integer GENERATED ALWAYS AS (coalesce(deleted_at, suspended_at)) VIRTUAL,
	`unlisted_at` integer GENERATED ALWAYS AS (coalesce(paused_at, hidden_at)) VIRTUAL,
	FOREIGN KEY (`photo_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`cover_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`pending_photo_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`pending_cover_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_identity` ON `member` (`issuer`,`subject`);
--> statement-breakpoint
CREATE INDEX `member_email` ON `member` (lower(email));
--> statement-breakpoint
CREATE INDEX `member_name` ON `member` (lower(first_name || ' ' || last_name));
--> statement-breakpoint
CREATE INDEX `member_last_name` ON `member` (lower(last_name));
--> statement-breakpoint
CREATE INDEX `member_photo` ON `member` (`photo_id`) WHERE photo_id is not null;
--> statement-breakpoint
CREATE INDEX `member_cover` ON `member` (`cover_id`) WHERE cover_id is not null;
--> statement-breakpoint
CREATE INDEX `member_pending_photo` ON `member` (`pending_photo_id`) WHERE pending_photo_id is not null;
--> statement-breakpoint
CREATE INDEX `member_pending_cover` ON `member` (`pending_cover_id`) WHERE pending_cover_id is not null;
--> statement-breakpoint
CREATE INDEX `member_to_purge` ON `member` (`deleted_at`) WHERE deleted_at is not null and purged_at is null;
--> statement-breakpoint
CREATE INDEX `member_visit` ON `member` (`visited_on`) WHERE inactive_at is null and visited_on is not null;
--> statement-breakpoint
CREATE INDEX `member_suspended_until` ON `member` (`suspended_until`) WHERE suspended_until is not null;
--> statement-breakpoint
CREATE TABLE `member_artist` (
	`member_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`member_id`, `artist_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `artist`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `member_artist_artist` ON `member_artist` (`artist_id`,`member_id`);
--> statement-breakpoint
CREATE TABLE `message` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` integer NOT NULL,
	`content` text NOT NULL,
	`message_type` text,
	`metadata` text,
	`created_at` integer NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`edited_at` integer,
	`deleted_at` integer,
	`quoted_id` text,
	`is_flagged` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_id_unique` ON `message` (`id`);
--> statement-breakpoint
CREATE INDEX `message_conversation` ON `message` (`conversation_id`,`sequence`);
--> statement-breakpoint
CREATE INDEX `message_flagged` ON `message` (`conversation_id`,`sequence`) WHERE is_flagged;
--> statement-breakpoint
CREATE INDEX `message_changed` ON `message` (`conversation_id`,`sequence`) WHERE edited_at is not null or deleted_at is not null;
--> statement-breakpoint
CREATE TABLE `message_version` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`content` text NOT NULL,
	`message_type` text,
	`metadata` text,
	`replaced_at` integer NOT NULL,
	`is_flagged` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_version_message` ON `message_version` (`message_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `moderation_case_open` ON `moderation_case` (`member_id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `moderation_case_queue` ON `moderation_case` (`severity`,`opened_at`,`id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `moderation_case_member` ON `moderation_case` (`member_id`);
--> statement-breakpoint
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
CREATE INDEX `moderation_log_case` ON `moderation_log` (`case_id`);
--> statement-breakpoint
CREATE INDEX `moderation_log_member` ON `moderation_log` (`member_id`);
--> statement-breakpoint
CREATE INDEX `moderation_log_actor` ON `moderation_log` (`actor_id`);
--> statement-breakpoint
CREATE TABLE `music_connection` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`service` text NOT NULL,
	`service_user_id` text NOT NULL,
	`service_username` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_verified` integer NOT NULL,
	`tokens` text,
	`play_count` integer,
	`top_artists` text,
	`period` text,
	`read_at` integer,
	`tried_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `music_connection_service` ON `music_connection` (`member_id`,`service`);
--> statement-breakpoint
CREATE TABLE `notification` (
	`id` integer PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	`push_at` integer,
	`pushed_at` integer,
	`mail_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_subject` ON `notification` (`subject_id`,`member_id`,`kind`);
--> statement-breakpoint
CREATE INDEX `notification_member` ON `notification` (`member_id`,`at`);
--> statement-breakpoint
CREATE INDEX `notification_unread` ON `notification` (`member_id`,`kind`) WHERE read_at is null;
--> statement-breakpoint
CREATE INDEX `notification_at` ON `notification` (`at`);
--> statement-breakpoint
CREATE INDEX `notification_push_at` ON `notification` (`push_at`) WHERE push_at is not null;
--> statement-breakpoint
CREATE INDEX `notification_mail_at` ON `notification` (`mail_at`) WHERE mail_at is not null;
--> statement-breakpoint
CREATE INDEX `notification_pushed` ON `notification` (`pushed_at`) WHERE pushed_at is not null and read_at is not null;
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`shows_names` integer DEFAULT false NOT NULL,
	`time_zone` text,
	`quiet_from` integer,
	`quiet_to` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`recipient_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient_id`,`id`);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`session_id` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_account` ON `passkey` (`account_id`);
--> statement-breakpoint
CREATE TABLE `passkey_challenge` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `passkey_challenge_expiry` ON `passkey_challenge` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `pending_account` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`interaction` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_account_email` ON `pending_account` (`email`);
--> statement-breakpoint
CREATE INDEX `pending_account_expiry` ON `pending_account` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `picture` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`made_at` integer,
	`digest` text,
	`removed_at` integer,
	`held_at` integer,
	`pending_at` integer,
	`release_id` text,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `picture_owner` ON `picture` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `picture_removed` ON `picture` (`removed_at`) WHERE removed_at is not null;
--> statement-breakpoint
CREATE INDEX `picture_pending` ON `picture` (`pending_at`) WHERE pending_at is not null;
--> statement-breakpoint
CREATE TABLE `playlist` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`collaborator_id` integer,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`is_public` integer NOT NULL,
	`picture_id` text,
	`external_image_url` text,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`collaborator_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `playlist_owner` ON `playlist` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `playlist_collaborator` ON `playlist` (`collaborator_id`);
--> statement-breakpoint
CREATE INDEX `playlist_picture` ON `playlist` (`picture_id`) WHERE picture_id is not null;
--> statement-breakpoint
CREATE TABLE `playlist_song` (
	`id` text PRIMARY KEY NOT NULL,
	`playlist_id` text NOT NULL,
	`added_by` integer,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`album` text NOT NULL,
	`duration_seconds` integer,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlist`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `playlist_song_position` ON `playlist_song` (`playlist_id`,`position`);
--> statement-breakpoint
CREATE INDEX `playlist_song_member` ON `playlist_song` (`added_by`);
--> statement-breakpoint
CREATE TABLE `preferences` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`favorite_genres` text NOT NULL,
	`total_scrobbles` integer DEFAULT 0 NOT NULL,
	`concerts_attended` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `provider_record` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`payload` text NOT NULL,
	`grant_id` text,
	`uid` text,
	`consumed_at` integer,
	`expires_at` integer,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `provider_record_grant` ON `provider_record` (`grant_id`) WHERE grant_id is not null;
--> statement-breakpoint
CREATE INDEX `provider_record_uid` ON `provider_record` (`uid`) WHERE uid is not null;
--> statement-breakpoint
CREATE INDEX `provider_record_expiry` ON `provider_record` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `push` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`content` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscription`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_next_attempt` ON `push` (`next_attempt_at`);
--> statement-breakpoint
CREATE INDEX `push_to_subscription` ON `push` (`subscription_id`);
--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`address` text NOT NULL,
	`failing_since` integer,
	`paused_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_session` ON `push_subscription` (`session_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint_hash`);
--> statement-breakpoint
CREATE INDEX `push_subscription_member` ON `push_subscription` (`member_id`);
--> statement-breakpoint
CREATE TABLE `rate_limit` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expire` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reaction` (
	`message_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	`author_id` integer,
	`is_new` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`message_id`, `member_id`),
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reaction_member` ON `reaction` (`member_id`);
--> statement-breakpoint
CREATE INDEX `reaction_author` ON `reaction` (`author_id`,`member_id`);
--> statement-breakpoint
CREATE TABLE `reading` (
	`conversation_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`seen` integer,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `record` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`artist` text NOT NULL,
	`album` text NOT NULL,
	`artist_key` text NOT NULL,
	`album_key` text NOT NULL,
	`genre_key` text NOT NULL,
	`year` integer,
	`genre` text NOT NULL,
	`format` text NOT NULL,
	`condition` text NOT NULL,
	`notes` text NOT NULL,
	`picture_id` text,
	`external_image_url` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `record_album` ON `record` (`member_id`,`artist_key`,`album_key`);
--> statement-breakpoint
CREATE INDEX `record_age` ON `record` (`member_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `record_notes` ON `record` (`member_id`,`created_at`) WHERE notes <> '';
--> statement-breakpoint
CREATE INDEX `record_picture` ON `record` (`picture_id`) WHERE picture_id is not null;
--> statement-breakpoint
CREATE INDEX `record_coverless` ON `record` (`member_id`,`id`) WHERE picture_id is null and external_image_url is null;
--> statement-breakpoint
CREATE TABLE `record_import` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`unreadable` text DEFAULT '[]' NOT NULL,
	`unreadable_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `record_import_member` ON `record_import` (`member_id`);
--> statement-breakpoint
CREATE TABLE `record_import_part` (
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`rows` text NOT NULL,
	`is_checked` integer DEFAULT false NOT NULL,
	`added_count` integer,
	PRIMARY KEY(`import_id`, `number`),
	FOREIGN KEY (`import_id`) REFERENCES `record_import`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`account_id` text NOT NULL,
	`hash` text NOT NULL,
	`session_id` text,
	`created_at` integer,
	`used_at` integer,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `report_once` ON `report` (`reporter_id`,`subject`,`subject_id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `report_case` ON `report` (`case_id`);
--> statement-breakpoint
CREATE INDEX `report_reporter` ON `report` (`reporter_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `report_reported` ON `report` (`reported_id`);
--> statement-breakpoint
CREATE INDEX `report_age` ON `report` (`created_at`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `sanction_case_id_unique` ON `sanction` (`case_id`);
--> statement-breakpoint
CREATE INDEX `sanction_member` ON `sanction` (`member_id`,`starts_at`);
--> statement-breakpoint
CREATE INDEX `sanction_age` ON `sanction` (`starts_at`);
--> statement-breakpoint
CREATE TABLE `secret` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `security_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `security_event_member` ON `security_event` (`member_id`,`id`);
--> statement-breakpoint
CREATE INDEX `security_event_created` ON `security_event` (`created_at`);
--> statement-breakpoint
CREATE TABLE `service_pace` (
	`service` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`data` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`confirmed_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_member` ON `session` (`member_id`);
--> statement-breakpoint
CREATE INDEX `session_expiry` ON `session` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `song_preview` (
	`key` text PRIMARY KEY NOT NULL,
	`track_id` integer,
	`asked_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `song_preview_asked` ON `song_preview` (`asked_at`);
--> statement-breakpoint
CREATE TABLE `staff` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `statistics` (
	`buffer` integer PRIMARY KEY NOT NULL,
	`members` integer NOT NULL,
	`counted_at` integer NOT NULL,
	`is_current` integer NOT NULL,
	`begun_at` integer
);
--> statement-breakpoint
CREATE TABLE `strike` (
	`sanction_id` text PRIMARY KEY NOT NULL,
	`person_hash` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `strike_person` ON `strike` (`person_hash`);
--> statement-breakpoint
CREATE INDEX `strike_expiry` ON `strike` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `trivia_answer` (
	`question_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`answer` text NOT NULL,
	`has_point` integer NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`question_id`, `member_id`),
	FOREIGN KEY (`question_id`) REFERENCES `trivia_question`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_answer_point` ON `trivia_answer` (`question_id`) WHERE has_point;
--> statement-breakpoint
CREATE INDEX `trivia_answer_member` ON `trivia_answer` (`member_id`);
--> statement-breakpoint
CREATE TABLE `trivia_game` (
	`id` text PRIMARY KEY NOT NULL,
	`player1_id` integer NOT NULL,
	`player2_id` integer NOT NULL,
	`player1_score` integer DEFAULT 0 NOT NULL,
	`player2_score` integer DEFAULT 0 NOT NULL,
	`current_round` integer DEFAULT 1 NOT NULL,
	`total_rounds` integer NOT NULL,
	`status` text NOT NULL,
	`ending` text,
	`winner_id` integer,
	`dismissed_at` integer,
	`rematch_of` text,
	`moved_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`player1_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`player2_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_game_rematch_of_unique` ON `trivia_game` (`rematch_of`);
--> statement-breakpoint
CREATE INDEX `trivia_game_player1` ON `trivia_game` (`player1_id`);
--> statement-breakpoint
CREATE INDEX `trivia_game_player2` ON `trivia_game` (`player2_id`);
--> statement-breakpoint
CREATE TABLE `trivia_question` (
	`id` text PRIMARY KEY NOT NULL,
	`game_id` text NOT NULL,
	`round_number` integer NOT NULL,
	`question` text NOT NULL,
	`correct_answer` text NOT NULL,
	`options` text NOT NULL,
	`category` text NOT NULL,
	`difficulty` text NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `trivia_game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_question_round` ON `trivia_question` (`game_id`,`round_number`);
--> statement-breakpoint
CREATE TABLE `trivia_seen` (
	`member_id` integer NOT NULL,
	`question` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `question`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `typing` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `typing_member` ON `typing` (`conversation_id`,`member_id`);
--> statement-breakpoint
CREATE INDEX `typing_at` ON `typing` (`at`);
--> statement-breakpoint
CREATE TABLE `unindexed_message` (
	`sequence` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`sequence`) REFERENCES `message`(`sequence`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `unreachable_address` (
	`hash` text PRIMARY KEY NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`noted_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE VIRTUAL TABLE `message_words` USING fts5(
	`words`, detail = none, columnsize = 0, prefix = '12 13', tokenize = 'ascii'
);
--> statement-breakpoint
INSERT INTO `message_words` (`message_words`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `message_number` AFTER INSERT ON `message` WHEN new.`number` = 0 BEGIN
	UPDATE `message` SET `number` = 1 + coalesce((
		SELECT `number` FROM `message`
		WHERE `conversation_id` = new.`conversation_id` AND `sequence` < new.`sequence` ORDER BY `sequence` DESC LIMIT 1
	), 0) WHERE `sequence` = new.`sequence`;
END;
--> statement-breakpoint
CREATE TRIGGER `moderation_log_update` BEFORE UPDATE ON `moderation_log` BEGIN
	SELECT raise(ABORT, 'the log of moderation is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `moderation_log_delete` BEFORE DELETE ON `moderation_log` BEGIN
	SELECT raise(ABORT, 'the log of moderation is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `message_unread` AFTER INSERT ON `message` BEGIN
	UPDATE `conversation` SET `low_unread` = true
	WHERE `id` = new.`conversation_id` AND `low_id` <> new.`sender_id` AND NOT `low_unread`;
	UPDATE `conversation` SET `high_unread` = true
	WHERE `id` = new.`conversation_id` AND `high_id` <> new.`sender_id` AND NOT `high_unread`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_sender` AFTER INSERT ON `message` BEGIN
	UPDATE `conversation` SET `last_sender_id` = new.`sender_id`
	WHERE `id` = new.`conversation_id` AND `last_sender_id` IS NOT new.`sender_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_words_insert` AFTER INSERT ON `message` BEGIN
	INSERT INTO `unindexed_message` (`sequence`) VALUES (new.`sequence`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_words_update` AFTER UPDATE OF `content` ON `message` BEGIN
	DELETE FROM `message_words` WHERE `rowid` = old.`sequence`;
	INSERT OR IGNORE INTO `unindexed_message` (`sequence`) VALUES (new.`sequence`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_words_delete` AFTER DELETE ON `message` BEGIN
	DELETE FROM `message_words` WHERE `rowid` = old.`sequence`;
END;
