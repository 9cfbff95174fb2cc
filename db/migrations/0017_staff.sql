CREATE TABLE `staff` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
