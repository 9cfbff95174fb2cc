CREATE TABLE `record_import_part` (
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`rows` text NOT NULL,
	`is_checked` integer DEFAULT false NOT NULL,
	`added_count` integer,
	PRIMARY KEY(`import_id`, `number`),
	FOREIGN KEY (`import_id`) REFERENCES `record_import`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `record_import_part` (`import_id`, `number`, `rows`, `added_count`) SELECT `id`, 0, `rows`, `added_count` FROM `record_import`;--> statement-breakpoint
ALTER TABLE `record_import` DROP COLUMN `rows`;--> statement-breakpoint
ALTER TABLE `record_import` DROP COLUMN `added_count`;