CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_email_unique` ON `account` (`email`);--> statement-breakpoint
CREATE TABLE `artist` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`listeners` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artist_key_unique` ON `artist` (`key`);--> statement-breakpoint
CREATE TABLE `block` (
	`member_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `target_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `block_target` ON `block` (`target_id`);--> statement-breakpoint
CREATE TABLE `candidate` (
	`cell` integer NOT NULL,
	`member_id` integer NOT NULL,
	`age` integer NOT NULL,
	`genres` integer NOT NULL,
	`norm` real NOT NULL,
	PRIMARY KEY(`cell`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `census` (
	`id` integer PRIMARY KEY NOT NULL,
	`members` integer NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `conversation` (
	`id` text PRIMARY KEY NOT NULL,
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`started_by` integer NOT NULL,
	`accepted_at` integer,
	`last_message_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_pair` ON `conversation` (`low_id`,`high_id`);--> statement-breakpoint
CREATE INDEX `conversation_high` ON `conversation` (`high_id`);--> statement-breakpoint
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
CREATE INDEX `decision_target` ON `decision` (`target_id`,`liked`,`member_id`);--> statement-breakpoint
CREATE TABLE `match` (
	`id` text PRIMARY KEY NOT NULL,
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `match_pair` ON `match` (`low_id`,`high_id`);--> statement-breakpoint
CREATE INDEX `match_high` ON `match` (`high_id`);--> statement-breakpoint
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
	`profile_image_url` text,
	`cover_image_url` text,
	`paused_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_identity` ON `member` (`issuer`,`subject`);--> statement-breakpoint
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
CREATE TABLE `message` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` integer NOT NULL,
	`content` text NOT NULL,
	`message_type` text,
	`metadata` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_id_unique` ON `message` (`id`);--> statement-breakpoint
CREATE INDEX `message_conversation` ON `message` (`conversation_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`recipient_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient_id`,`id`);--> statement-breakpoint
CREATE TABLE `posting` (
	`artist_id` integer NOT NULL,
	`cell` integer NOT NULL,
	`member_id` integer NOT NULL,
	`age` integer NOT NULL,
	`genres` integer NOT NULL,
	`norm` real NOT NULL,
	PRIMARY KEY(`artist_id`, `cell`, `member_id`)
) WITHOUT ROWID;
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
CREATE INDEX `provider_record_grant` ON `provider_record` (`grant_id`) WHERE grant_id is not null;--> statement-breakpoint
CREATE INDEX `provider_record_uid` ON `provider_record` (`uid`) WHERE uid is not null;--> statement-breakpoint
CREATE INDEX `provider_record_expiry` ON `provider_record` (`expires_at`);--> statement-breakpoint
CREATE TABLE `secret` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`data` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_member` ON `session` (`member_id`);--> statement-breakpoint
CREATE INDEX `session_expiry` ON `session` (`expires_at`);