ALTER TABLE `attachment` ADD `digest` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `picture` ADD `digest` text;