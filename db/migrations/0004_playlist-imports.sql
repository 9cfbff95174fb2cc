CREATE TABLE `playlist_import` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`read` text NOT NULL,
	`number` integer NOT NULL,
	`added_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `playlist_import_member` ON `playlist_import` (`member_id`);