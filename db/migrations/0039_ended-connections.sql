CREATE TABLE `ended_connection` (
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	PRIMARY KEY(`low_id`, `high_id`),
	FOREIGN KEY (`low_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ended_connection_high` ON `ended_connection` (`high_id`);--> statement-breakpoint
ALTER TABLE `sanction` ADD `ended` text DEFAULT '{"matches":[],"conversationIds":[],"likes":[]}' NOT NULL;--> statement-breakpoint
INSERT INTO `ended_connection` SELECT DISTINCT `low_id`, `high_id` FROM `conversation` `over`
WHERE `ended_at` IS NOT NULL AND `accepted_at` IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM `match` WHERE `match`.`low_id` = `over`.`low_id` AND `match`.`high_id` = `over`.`high_id`
) AND NOT EXISTS (
	SELECT 1 FROM `conversation` WHERE `conversation`.`low_id` = `over`.`low_id` AND `conversation`.`high_id` = `over`.`high_id`
		AND `conversation`.`ended_at` IS NULL AND `conversation`.`accepted_at` IS NOT NULL
);--> statement-breakpoint
UPDATE `conversation` SET `ended_at` = (
	SELECT `decided_at` FROM `decision` WHERE `member_id` = `started_by` AND `target_id` = `low_id` + `high_id` - `started_by`
) WHERE `ended_at` IS NULL AND `accepted_at` IS NULL AND EXISTS (
	SELECT 1 FROM `decision` WHERE `member_id` = `started_by` AND `target_id` = `low_id` + `high_id` - `started_by` AND NOT `liked`
);
