ALTER TABLE `member` ADD `has_report_outcome` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `record_notes` ON `record` (`member_id`,`created_at`) WHERE notes <> '';