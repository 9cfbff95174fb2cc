ALTER TABLE `authenticator` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `passkey` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `recovery_code` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `recovery_code` ADD `created_at` integer;