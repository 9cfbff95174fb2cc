CREATE TABLE `reaction` (
	`message_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`message_id`, `member_id`),
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reaction_member` ON `reaction` (`member_id`);