CREATE TABLE `push` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`content` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscription`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_next_attempt` ON `push` (`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `push_to_subscription` ON `push` (`subscription_id`);--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_session` ON `push_subscription` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_subscription_member` ON `push_subscription` (`member_id`);--> statement-breakpoint
ALTER TABLE `notification` ADD `push_at` integer;--> statement-breakpoint
ALTER TABLE `notification` ADD `pushed_at` integer;--> statement-breakpoint
CREATE INDEX `notification_push_at` ON `notification` (`push_at`) WHERE push_at is not null;--> statement-breakpoint
CREATE INDEX `notification_pushed` ON `notification` (`pushed_at`) WHERE pushed_at is not null and read_at is not null;