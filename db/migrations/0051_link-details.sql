CREATE TABLE `link_details` (
	`key` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text,
	`picture_id` text,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `link_details_asked` ON `link_details` (`asked_at`);--> statement-breakpoint
CREATE INDEX `link_details_picture` ON `link_details` (`picture_id`) WHERE picture_id is not null;