ALTER TABLE `member` ADD `gender_said_at` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `identity_changes` text;--> statement-breakpoint
UPDATE member SET gender_said_at = created_at WHERE gender IS NOT NULL;
