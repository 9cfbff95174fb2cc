CREATE TABLE `picture` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`made_at` integer,
	`wanted_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `picture_owner` ON `picture` (`owner_id`);--> statement-breakpoint
CREATE INDEX `picture_removed` ON `picture` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX `record_image` ON `record` (`image_url`) WHERE image_url is not null;