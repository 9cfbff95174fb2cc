CREATE TABLE `photo_check` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`pose` text NOT NULL,
	`drawn_at` integer NOT NULL,
	`picture_id` text,
	`sent_at` integer,
	`decided_at` integer,
	`outcome` text,
	`reason` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`picture_id`) REFERENCES `picture`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `photo_check_waiting` ON `photo_check` (`sent_at`) WHERE picture_id is not null;--> statement-breakpoint
CREATE INDEX `photo_check_picture` ON `photo_check` (`picture_id`) WHERE picture_id is not null;--> statement-breakpoint
ALTER TABLE `member` ADD `checked_photo_id` text;--> statement-breakpoint
-- Discover's filter follows the profile photo, which many changes replace: the bit is PHOTO_CHECKED of finder.ts.
CREATE TRIGGER `member_photo_checked` AFTER UPDATE OF `photo_id`, `checked_photo_id` ON `member`
WHEN ifnull(old.`photo_id` = old.`checked_photo_id`, 0) <> ifnull(new.`photo_id` = new.`checked_photo_id`, 0) BEGIN
	UPDATE `candidate` SET `badges` = (`badges` & ~2) | iif(new.`photo_id` = new.`checked_photo_id`, 2, 0)
		WHERE `member_id` = new.`id`;
	INSERT OR REPLACE INTO `candidate_change` (`member_id`) SELECT `member_id` FROM `candidate` WHERE `member_id` = new.`id`;
END;
