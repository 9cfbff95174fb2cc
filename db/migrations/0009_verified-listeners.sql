ALTER TABLE `candidate` ADD `badges` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `listener_since` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `listener_plays` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `history` text;--> statement-breakpoint
ALTER TABLE `music_connection` ADD `history_due_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `music_connection_proven` ON `music_connection` (`service`,lower(service_user_id)) WHERE proven_at is not null;--> statement-breakpoint
CREATE INDEX `music_connection_history_due` ON `music_connection` (`history_due_at`) WHERE history_due_at is not null;