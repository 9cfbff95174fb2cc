ALTER TABLE `trivia_game` ADD `dismissed_at` integer;--> statement-breakpoint
UPDATE trivia_game SET dismissed_at = moved_at
WHERE status = 'waiting' AND EXISTS (
  SELECT 1 FROM block WHERE (member_id = player1_id AND target_id = player2_id)
    OR (member_id = player2_id AND target_id = player1_id));--> statement-breakpoint
UPDATE trivia_game SET status = 'completed', ending = 'ended'
WHERE status <> 'completed'
  AND NOT EXISTS (
    SELECT 1 FROM "match"
    WHERE low_id = min(player1_id, player2_id) AND high_id = max(player1_id, player2_id))
  AND NOT EXISTS (
    SELECT 1 FROM conversation
    WHERE low_id = min(player1_id, player2_id) AND high_id = max(player1_id, player2_id)
      AND accepted_at IS NOT NULL AND ended_at IS NULL)
  AND (EXISTS (
      SELECT 1 FROM conversation
      WHERE low_id = min(player1_id, player2_id) AND high_id = max(player1_id, player2_id)
        AND accepted_at IS NOT NULL AND ended_at IS NOT NULL)
    OR status = 'active' AND (EXISTS (
        SELECT 1 FROM block WHERE (member_id = player1_id AND target_id = player2_id)
          OR (member_id = player2_id AND target_id = player1_id))
      OR EXISTS (
        SELECT 1 FROM decision WHERE NOT liked AND decided_at >= trivia_game.created_at
          AND ((member_id = player1_id AND target_id = player2_id)
            OR (member_id = player2_id AND target_id = player1_id)))));--> statement-breakpoint
UPDATE playlist SET collaborator_id = NULL
WHERE collaborator_id IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM "match"
    WHERE low_id = min(owner_id, collaborator_id) AND high_id = max(owner_id, collaborator_id))
  AND NOT EXISTS (
    SELECT 1 FROM conversation
    WHERE low_id = min(owner_id, collaborator_id) AND high_id = max(owner_id, collaborator_id)
      AND accepted_at IS NOT NULL AND ended_at IS NULL);
