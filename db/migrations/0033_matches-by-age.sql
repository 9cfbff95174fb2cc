DROP INDEX `match_high`;--> statement-breakpoint
CREATE INDEX `match_low_age` ON `match` (`low_id`,`created_at`,`high_id`);--> statement-breakpoint
CREATE INDEX `match_high_age` ON `match` (`high_id`,`created_at`,`low_id`);--> statement-breakpoint
CREATE INDEX `decision_liked` ON `decision` (`member_id`,`decided_at`) WHERE liked;