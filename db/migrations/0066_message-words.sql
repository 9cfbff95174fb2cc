CREATE TABLE `unindexed_message` (
	`sequence` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`sequence`) REFERENCES `message`(`sequence`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `message_words` USING fts5(
	`words`, detail = none, columnsize = 0, prefix = '12 13', tokenize = 'ascii'
);--> statement-breakpoint
INSERT INTO `message_words` (`message_words`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `unindexed_message` (`sequence`) SELECT `sequence` FROM `message`;--> statement-breakpoint
CREATE TRIGGER `message_words_insert` AFTER INSERT ON `message` BEGIN
	INSERT INTO `unindexed_message` (`sequence`) VALUES (new.`sequence`);
END;--> statement-breakpoint
CREATE TRIGGER `message_words_update` AFTER UPDATE OF `content` ON `message` BEGIN
	DELETE FROM `message_words` WHERE `rowid` = old.`sequence`;
	INSERT OR IGNORE INTO `unindexed_message` (`sequence`) VALUES (new.`sequence`);
END;--> statement-breakpoint
CREATE TRIGGER `message_words_delete` AFTER DELETE ON `message` BEGIN
	DELETE FROM `message_words` WHERE `rowid` = old.`sequence`;
END;
