ALTER TABLE `member` ADD `has_spotify_notice` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who has artists from Spotify on their list is told once that it no longer fills it.
UPDATE `member` SET `has_spotify_notice` = true WHERE `purged_at` IS NULL AND `id` IN (
  SELECT `music_connection`.`member_id` FROM `music_connection`
  JOIN `member_artist` ON `member_artist`.`member_id` = `music_connection`.`member_id`
  WHERE `music_connection`.`service` = 'spotify' AND `music_connection`.`is_verified`
    AND `member_artist`.`name` IN (SELECT `value` FROM json_each(`music_connection`.`top_artists`)));
