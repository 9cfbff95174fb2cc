ALTER TABLE `picture` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `removed_picture` ADD `search_due_at` integer;--> statement-breakpoint
CREATE INDEX `removed_picture_search` ON `removed_picture` (`search_due_at`) WHERE search_due_at is not null;