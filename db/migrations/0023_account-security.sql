CREATE TABLE `authenticator` (
	`account_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_export` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`claimed_until` integer,
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
CREATE INDEX `data_export_member` ON `data_export` (`member_id`);--> statement-breakpoint
CREATE INDEX `data_export_expiry` ON `data_export` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `mail_next_attempt` ON `mail` (`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `mail_recipient` ON `mail` (`recipient`);--> statement-breakpoint
CREATE INDEX `mail_account` ON `mail` (`account_id`);--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_account` ON `passkey` (`account_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenge` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `passkey_challenge_expiry` ON `passkey_challenge` (`expires_at`);--> statement-breakpoint
CREATE TABLE `pending_account` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_account_email` ON `pending_account` (`email`);--> statement-breakpoint
CREATE INDEX `pending_account_expiry` ON `pending_account` (`expires_at`);--> statement-breakpoint
CREATE TABLE `security_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `security_event_member` ON `security_event` (`member_id`,`id`);--> statement-breakpoint
CREATE INDEX `security_event_created` ON `security_event` (`created_at`);--> statement-breakpoint
CREATE TABLE `unreachable_address` (
	`hash` text PRIMARY KEY NOT NULL,
	`noted_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `account` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `account_link` ADD `email` text;--> statement-breakpoint
ALTER TABLE `session` ADD `confirmed_at` integer;