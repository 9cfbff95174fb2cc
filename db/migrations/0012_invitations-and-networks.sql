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
ALTER TABLE `pending_account` ADD `invitation_id` text;