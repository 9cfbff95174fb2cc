CREATE TABLE `acceptance` (
	`member_id` integer NOT NULL,
	`document` text NOT NULL,
	`version` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `document`, `version`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `acceptance_version` ON `acceptance` (`version`);--> statement-breakpoint
CREATE TABLE `document_text` (
	`version` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `account` ADD `accepted` text;--> statement-breakpoint
ALTER TABLE `member` ADD `has_agreement_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_account` ADD `accepted` text;