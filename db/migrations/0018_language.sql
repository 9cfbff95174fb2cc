ALTER TABLE `mail` ADD `language` text;--> statement-breakpoint
ALTER TABLE `member` ADD `language` text;