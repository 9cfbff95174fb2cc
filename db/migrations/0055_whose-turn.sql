DROP INDEX `conversation_low_age`;--> statement-breakpoint
DROP INDEX `conversation_high_age`;--> statement-breakpoint
ALTER TABLE `conversation` ADD `last_sender_id` integer;--> statement-breakpoint
ALTER TABLE `conversation` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `conversation` ADD `closed_by` integer REFERENCES `member`(`id`) ON DELETE SET NULL;--> statement-breakpoint
UPDATE `conversation` SET `last_sender_id` = (
	SELECT `sender_id` FROM `message` WHERE `conversation_id` = `conversation`.`id` ORDER BY `sequence` DESC LIMIT 1
);--> statement-breakpoint
UPDATE `conversation` SET `last_sender_id` = NULL WHERE EXISTS (
	SELECT 1 FROM `member` WHERE `member`.`id` = `last_sender_id` AND `deleted_at` IS NOT NULL
);--> statement-breakpoint
CREATE INDEX `conversation_low_order` ON `conversation` (`low_id`,`ended_at`,`closed_at`,last_sender_id is not high_id,case when last_message_at is null then created_at else last_message_at end desc,`id`);--> statement-breakpoint
CREATE INDEX `conversation_high_order` ON `conversation` (`high_id`,`ended_at`,`closed_at`,last_sender_id is not low_id,case when last_message_at is null then created_at else last_message_at end desc,`id`);--> statement-breakpoint
CREATE TRIGGER `message_sender` AFTER INSERT ON `message` BEGIN
	UPDATE `conversation` SET `last_sender_id` = new.`sender_id`
	WHERE `id` = new.`conversation_id` AND `last_sender_id` IS NOT new.`sender_id`;
END;
