CREATE TABLE `playlist` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`collaborator_id` integer,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`is_public` integer NOT NULL,
	`cover_image_url` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`collaborator_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `playlist_owner` ON `playlist` (`owner_id`);--> statement-breakpoint
CREATE INDEX `playlist_collaborator` ON `playlist` (`collaborator_id`);--> statement-breakpoint
CREATE TABLE `playlist_song` (
	`id` text PRIMARY KEY NOT NULL,
	`playlist_id` text NOT NULL,
	`added_by` integer,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`album` text NOT NULL,
	`duration_seconds` integer,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlist`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `playlist_song_position` ON `playlist_song` (`playlist_id`,`position`);--> statement-breakpoint
CREATE INDEX `playlist_song_member` ON `playlist_song` (`added_by`);--> statement-breakpoint
CREATE TABLE `record` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`artist` text NOT NULL,
	`album` text NOT NULL,
	`artist_key` text NOT NULL,
	`album_key` text NOT NULL,
	`genre_key` text NOT NULL,
	`year` integer,
	`genre` text NOT NULL,
	`format` text NOT NULL,
	`condition` text NOT NULL,
	`notes` text NOT NULL,
	`image_url` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `record_album` ON `record` (`member_id`,`artist_key`,`album_key`);--> statement-breakpoint
CREATE INDEX `record_age` ON `record` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `record_import` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`rows` text NOT NULL,
	`added_count` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `record_import_member` ON `record_import` (`member_id`);