CREATE TABLE `typing` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `typing_member` ON `typing` (`conversation_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `typing_at` ON `typing` (`at`);--> statement-breakpoint
ALTER TABLE `member` ADD `shows_typing` integer DEFAULT true NOT NULL;