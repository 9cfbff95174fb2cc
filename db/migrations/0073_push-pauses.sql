ALTER TABLE `push_subscription` ADD `failing_since` integer;--> statement-breakpoint
ALTER TABLE `push_subscription` ADD `paused_until` integer;
