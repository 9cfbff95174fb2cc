ALTER TABLE `message` ADD `is_flagged` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `message_flagged` ON `message` (`conversation_id`,`sequence`) WHERE is_flagged;--> statement-breakpoint
CREATE INDEX `message_changed` ON `message` (`conversation_id`,`sequence`) WHERE edited_at is not null or deleted_at is not null;--> statement-breakpoint
ALTER TABLE `message_version` ADD `is_flagged` integer DEFAULT false NOT NULL;
