CREATE TABLE `known_client` (
	`account_id` text NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`session_id` text,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `known_client_seen` ON `known_client` (`kind`,`seen_at`);