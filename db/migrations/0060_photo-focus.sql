ALTER TABLE `member` ADD `photo_focus` text;--> statement-breakpoint
ALTER TABLE `member` ADD `pending_photo_focus` text;