CREATE TABLE `notification_settings` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`shows_names` integer DEFAULT false NOT NULL,
	`time_zone` text,
	`quiet_from` integer,
	`quiet_to` integer,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
