ALTER TABLE `message` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `message` SET `number` = counted.`number` FROM (
	SELECT `sequence`, row_number() OVER (PARTITION BY `conversation_id` ORDER BY `sequence`) AS `number` FROM `message`
) AS counted WHERE counted.`sequence` = `message`.`sequence`;--> statement-breakpoint
CREATE TRIGGER `message_number` AFTER INSERT ON `message` WHEN new.`number` = 0 BEGIN
	UPDATE `message` SET `number` = 1 + coalesce((
		SELECT `number` FROM `message`
		WHERE `conversation_id` = new.`conversation_id` AND `sequence` < new.`sequence` ORDER BY `sequence` DESC LIMIT 1
	), 0) WHERE `sequence` = new.`sequence`;
END;
