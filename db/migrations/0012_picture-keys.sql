ALTER TABLE `member` ADD `photo_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `member` ADD `cover_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `member` ADD `portrait_url` text;--> statement-breakpoint
UPDATE `member` SET
	`photo_id` = (SELECT `id` FROM `picture` WHERE `id` = substr(`profile_image_url`, 11, 36)),
	`cover_id` = (SELECT `id` FROM `picture` WHERE `id` = substr(`cover_image_url`, 11, 36)),
	`portrait_url` = CASE WHEN `profile_image_url` NOT LIKE '/pictures/%' THEN `profile_image_url` END
WHERE `profile_image_url` IS NOT NULL OR `cover_image_url` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `member` DROP COLUMN `profile_image_url`;--> statement-breakpoint
ALTER TABLE `member` DROP COLUMN `cover_image_url`;--> statement-breakpoint
CREATE INDEX `member_photo` ON `member` (`photo_id`) WHERE photo_id is not null;--> statement-breakpoint
CREATE INDEX `member_cover` ON `member` (`cover_id`) WHERE cover_id is not null;--> statement-breakpoint
ALTER TABLE `record` ADD `picture_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `record` ADD `external_image_url` text;--> statement-breakpoint
UPDATE `record` SET
	`picture_id` = (SELECT `id` FROM `picture` WHERE `id` = substr(`image_url`, 11, 36)),
	`external_image_url` = CASE WHEN `image_url` NOT LIKE '/pictures/%' THEN `image_url` END
WHERE `image_url` IS NOT NULL;--> statement-breakpoint
DROP INDEX `record_image`;--> statement-breakpoint
ALTER TABLE `record` DROP COLUMN `image_url`;--> statement-breakpoint
CREATE INDEX `record_picture` ON `record` (`picture_id`) WHERE picture_id is not null;--> statement-breakpoint
ALTER TABLE `playlist` ADD `picture_id` text REFERENCES picture(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `playlist` ADD `external_image_url` text;--> statement-breakpoint
UPDATE `playlist` SET
	`picture_id` = (SELECT `id` FROM `picture` WHERE `id` = substr(`cover_image_url`, 11, 36)),
	`external_image_url` = CASE WHEN `cover_image_url` NOT LIKE '/pictures/%' THEN `cover_image_url` END
WHERE `cover_image_url` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `playlist` DROP COLUMN `cover_image_url`;--> statement-breakpoint
CREATE INDEX `playlist_picture` ON `playlist` (`picture_id`) WHERE picture_id is not null;--> statement-breakpoint
UPDATE `record_import` SET `rows` = (
	SELECT json_group_array(json(CASE
		WHEN value ->> 'imageUrl' LIKE '/pictures/%'
			THEN json_set(value, '$.pictureId', substr(value ->> 'imageUrl', 11, 36), '$.externalImageUrl', NULL)
		ELSE json_set(value, '$.pictureId', NULL, '$.externalImageUrl', value ->> 'imageUrl')
	END)) FROM json_each(`rows`)
) WHERE `added_count` IS NULL;
