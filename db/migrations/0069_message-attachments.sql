CREATE TABLE `attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`file` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attachment_owner` ON `attachment` (`owner_id`);--> statement-breakpoint
CREATE TABLE `evidence_attachment` (
	`report_id` text NOT NULL,
	`attachment_id` text NOT NULL,
	PRIMARY KEY(`report_id`, `attachment_id`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attachment_id`) REFERENCES `attachment`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `evidence_attachment_attachment` ON `evidence_attachment` (`attachment_id`);--> statement-breakpoint
ALTER TABLE `member` ADD `opens_photos` integer DEFAULT false NOT NULL;