ALTER TABLE `member` ADD `age_check` text;--> statement-breakpoint
ALTER TABLE `member` ADD `age_checked_on` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `age_proof` text;--> statement-breakpoint
CREATE UNIQUE INDEX `member_age_proof` ON `member` (`age_proof`) WHERE age_proof is not null;--> statement-breakpoint
-- The sign-up form has always asked for it.
UPDATE `member` SET `age_check` = 'declared', `age_checked_on` = `created_at` / 86400000 WHERE `issuer` = 'embedded' AND `purged_at` IS NULL;