ALTER TABLE `record_import` ADD `unreadable` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `record_import` ADD `unreadable_count` integer DEFAULT 0 NOT NULL;