CREATE TABLE `key_upgrade` (
	`table_name` text NOT NULL,
	`due_at` integer NOT NULL,
	`done_to` integer DEFAULT -1 NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`table_name`, `due_at`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `key_upgrade` (`table_name`, `due_at`) VALUES ('member_artist', 0), ('record', 0);--> statement-breakpoint
-- Again a day later, for what older servers that are still running and files read by them add until then.
INSERT INTO `key_upgrade` (`table_name`, `due_at`) VALUES
	('member_artist', unixepoch() * 1000 + 86400000), ('record', unixepoch() * 1000 + 86400000);
