CREATE TABLE `alert` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` integer NOT NULL,
	`filters` text NOT NULL,
	`artist` text,
	`artist_key` text,
	`show_id` text,
	`cell` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`show_id`) REFERENCES `show`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alert_member` ON `alert` (`member_id`);--> statement-breakpoint
CREATE INDEX `alert_cell` ON `alert` (`cell`,`id`) WHERE cell is not null;--> statement-breakpoint
CREATE INDEX `alert_artist` ON `alert` (`artist_key`,`id`) WHERE artist_key is not null;--> statement-breakpoint
CREATE INDEX `alert_show` ON `alert` (`show_id`,`id`) WHERE show_id is not null;--> statement-breakpoint
CREATE TABLE `alert_hit` (
	`member_id` integer NOT NULL,
	`found_id` integer NOT NULL,
	`alert_id` text,
	`due_at` integer,
	`told_at` integer,
	PRIMARY KEY(`member_id`, `found_id`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`found_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`alert_id`) REFERENCES `alert`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alert_hit_found` ON `alert_hit` (`found_id`);--> statement-breakpoint
CREATE INDEX `alert_hit_alert` ON `alert_hit` (`alert_id`) WHERE alert_id is not null;--> statement-breakpoint
CREATE INDEX `alert_hit_due` ON `alert_hit` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `alert_hit_told` ON `alert_hit` (`member_id`,`told_at`);--> statement-breakpoint
ALTER TABLE `candidate_change` ADD `before` text;--> statement-breakpoint
CREATE INDEX `candidate_change_for_alerts` ON `candidate_change` (`sequence`) WHERE before is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `new_until` integer;--> statement-breakpoint
ALTER TABLE `member` ADD `shows_new` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `candidate_new` ON `candidate` (`member_id`) WHERE badges & 4;--> statement-breakpoint
-- Whoever could be discovered before is no newcomer.
UPDATE `member` SET `new_until` = `created_at` + 1209600000 WHERE `age` IS NOT NULL;--> statement-breakpoint
-- As before, and alerts see what a member was before the change: the JSON of AlertView, as candidate.server.ts makes it.
DROP TRIGGER `member_photo_checked`;--> statement-breakpoint
CREATE TRIGGER `member_photo_checked` AFTER UPDATE OF `photo_id`, `checked_photo_id` ON `member`
WHEN ifnull(old.`photo_id` = old.`checked_photo_id`, 0) <> ifnull(new.`photo_id` = new.`checked_photo_id`, 0) BEGIN
	INSERT OR REPLACE INTO `candidate_change` (`member_id`, `before`)
		SELECT `member_id`, coalesce((SELECT `before` FROM `candidate_change` WHERE `member_id` = new.`id`),
			json_object('cell', `cell`, 'tripCell', `trip_cell`, 'age', `age`, 'genres', `genres`, 'wishes', `wishes`, 'badges', `badges`,
				'artists', json((SELECT json_group_array(`artist_id`) FROM
					(SELECT `artist_id` FROM `member_artist` WHERE `member_id` = new.`id` ORDER BY `position`))),
				'shows', json((SELECT json_group_array(`show_id`) FROM `going`
					WHERE `member_id` = new.`id` AND new.`shows_going` = 'people'))))
		FROM `candidate` WHERE `member_id` = new.`id`;
	UPDATE `candidate` SET `badges` = (`badges` & ~2) | iif(new.`photo_id` = new.`checked_photo_id`, 2, 0)
		WHERE `member_id` = new.`id`;
END;
