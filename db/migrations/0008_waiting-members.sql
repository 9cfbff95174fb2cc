CREATE TABLE `application` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`question` text,
	`answer` text,
	`submitted_at` integer,
	`approved_at` integer,
	`refused_at` integer,
	`statement` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_waiting` ON `application` (`submitted_at`) WHERE approved_at is null and refused_at is null;--> statement-breakpoint
CREATE INDEX `application_refused` ON `application` (`refused_at`) WHERE refused_at is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `member` DROP COLUMN `withdrawn_at`;--> statement-breakpoint
ALTER TABLE `member` ADD `withdrawn_at` integer GENERATED ALWAYS AS (coalesce(deleted_at, suspended_at, waiting_since)) VIRTUAL;