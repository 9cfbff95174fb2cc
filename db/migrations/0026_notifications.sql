CREATE TABLE `notification` (
	`id` integer PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_subject` ON `notification` (`subject_id`,`member_id`,`kind`);--> statement-breakpoint
CREATE INDEX `notification_member` ON `notification` (`member_id`,`at`);--> statement-breakpoint
CREATE INDEX `notification_unread` ON `notification` (`member_id`,`kind`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notification_at` ON `notification` (`at`);