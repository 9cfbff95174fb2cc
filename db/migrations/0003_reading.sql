CREATE TABLE `reading` (
	`conversation_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
