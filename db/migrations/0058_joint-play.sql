CREATE TABLE `joint_play` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`started_by` integer NOT NULL,
	`is_playing` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`moved_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`starter_until` integer NOT NULL,
	`joiner_until` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `joint_play_id_unique` ON `joint_play` (`id`);