CREATE TABLE `alike_artist` (
	`buffer` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`weight` integer NOT NULL,
	PRIMARY KEY(`buffer`, `artist_id`, `other_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `posting` ADD `factor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `posting` SET `factor` = coalesce((
  SELECT cast(round(1000 / sqrt(position + 1)) AS integer) FROM `member_artist`
  WHERE `member_artist`.`member_id` = `posting`.`member_id` AND `member_artist`.`artist_id` = `posting`.`artist_id`
), 0);--> statement-breakpoint
DELETE FROM `statistics`;
