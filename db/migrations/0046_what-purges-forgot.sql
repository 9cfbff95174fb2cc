-- What the erasure of a member left until then.
UPDATE `member` SET `gender_said_at` = NULL, `identity_changes` = NULL, `paused_at` = NULL, `inactive_at` = NULL,
  `shows_seen` = true, `shows_typing` = true, `shows_collection` = false, `plays_youtube` = false, `plays_spotify` = false
  WHERE `purged_at` IS NOT NULL;--> statement-breakpoint
DELETE FROM `typing` WHERE `member_id` IN (SELECT `id` FROM `member` WHERE `purged_at` IS NOT NULL);
