ALTER TABLE `member` ADD `wishes_consent` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `wishes_consent_at` integer;