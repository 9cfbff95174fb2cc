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
ALTER TABLE `picture` ADD `pending_reason` text;