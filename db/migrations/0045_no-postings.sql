DROP TABLE `posting`;--> statement-breakpoint
CREATE INDEX `member_artist_artist` ON `member_artist` (`artist_id`,`member_id`);