CREATE TABLE `music_connection` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`service` text NOT NULL,
	`service_user_id` text NOT NULL,
	`service_username` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_verified` integer NOT NULL,
	`tokens` text,
	`play_count` integer,
	`top_artists` text,
	`read_at` integer,
	`tried_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `music_connection_service` ON `music_connection` (`member_id`,`service`);