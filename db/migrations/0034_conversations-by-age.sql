DROP INDEX `conversation_low`;--> statement-breakpoint
DROP INDEX `conversation_high`;--> statement-breakpoint
ALTER TABLE `conversation` ADD `low_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation` ADD `high_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `conversation` SET `low_unread` = true WHERE EXISTS (
	SELECT 1 FROM `message` WHERE `conversation_id` = `conversation`.`id` AND `sender_id` <> `low_id` AND `sequence` > coalesce((
		SELECT `sequence` FROM `reading` WHERE `reading`.`conversation_id` = `conversation`.`id` AND `member_id` = `low_id`
	), 0)
);--> statement-breakpoint
UPDATE `conversation` SET `high_unread` = true WHERE EXISTS (
	SELECT 1 FROM `message` WHERE `conversation_id` = `conversation`.`id` AND `sender_id` <> `high_id` AND `sequence` > coalesce((
		SELECT `sequence` FROM `reading` WHERE `reading`.`conversation_id` = `conversation`.`id` AND `member_id` = `high_id`
	), 0)
);--> statement-breakpoint
CREATE INDEX `conversation_low_age` ON `conversation` (`low_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`);--> statement-breakpoint
CREATE INDEX `conversation_high_age` ON `conversation` (`high_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`);--> statement-breakpoint
CREATE INDEX `conversation_low_unread` ON `conversation` (`low_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`) WHERE low_unread;--> statement-breakpoint
CREATE INDEX `conversation_high_unread` ON `conversation` (`high_id`,`ended_at`,case when last_message_at is null then created_at else last_message_at end desc,`id`) WHERE high_unread;--> statement-breakpoint
CREATE TRIGGER `message_unread` AFTER INSERT ON `message` BEGIN
	UPDATE `conversation` SET `low_unread` = true
	WHERE `id` = new.`conversation_id` AND `low_id` <> new.`sender_id` AND NOT `low_unread`;
	UPDATE `conversation` SET `high_unread` = true
	WHERE `id` = new.`conversation_id` AND `high_id` <> new.`sender_id` AND NOT `high_unread`;
END;
