CREATE TABLE `message_version` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`content` text NOT NULL,
	`message_type` text,
	`metadata` text,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_version_message` ON `message_version` (`message_id`);--> statement-breakpoint
ALTER TABLE `message` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `message` ADD `deleted_at` integer;