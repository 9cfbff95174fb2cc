CREATE TABLE `listening_history` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`percent` integer DEFAULT 0 NOT NULL,
	`kind` text,
	`plays` integer,
	`top_artists` text,
	`error` text,
	`renewed_at` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listening_history_member` ON `listening_history` (`member_id`);