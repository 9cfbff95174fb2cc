CREATE TABLE `evidence_message` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`message_id` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `moderation_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_message_case` ON `evidence_message` (`case_id`);--> statement-breakpoint
DROP INDEX `attachment_owner`;--> statement-breakpoint
CREATE INDEX `attachment_owner` ON `attachment` (`owner_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `evidence` ADD `messages` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
INSERT INTO `evidence_message` (`id`, `case_id`, `message_id`, `content`)
	SELECT `report_id` || '-' || `key`, `case_id`, `value` ->> 'id', `value`
	FROM `evidence` JOIN `report` ON `report`.`id` = `report_id`, json_each(`snapshot`, '$.messages');--> statement-breakpoint
UPDATE `evidence` SET
	`messages` = (SELECT json_group_array(`report_id` || '-' || `key`) FROM json_each(`snapshot`, '$.messages')),
	`snapshot` = json_remove(`snapshot`, '$.messages');
