CREATE TABLE `trip` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`place_name` text NOT NULL,
	`cell` integer NOT NULL,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL,
	`is_early` integer NOT NULL,
	`shown_from` integer NOT NULL,
	`shown_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trip_member` ON `trip` (`member_id`,`shown_until`);--> statement-breakpoint
CREATE INDEX `trip_end` ON `trip` (`shown_until`);--> statement-breakpoint
ALTER TABLE `candidate` ADD `trip_cell` integer;