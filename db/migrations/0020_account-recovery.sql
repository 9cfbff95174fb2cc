CREATE TABLE `account_link` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_link_account` ON `account_link` (`account_id`);--> statement-breakpoint
CREATE INDEX `account_link_expiry` ON `account_link` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`account_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
