-- Keys of records as artistKey() folds them now: without variation selectors, and with the signs of names without letters.
-- Names that are signs alone have another key than "and" even if they hold "&" or "+".
UPDATE `record` SET `artist_key` = replace(replace(replace(lower(`artist`), char(65038), ''), char(65039), ''), ' ', '')
  WHERE replace(replace(replace(`artist_key`, 'and', ''), char(65038), ''), char(65039), '') = ''
    AND `artist` NOT GLOB '*[A-Za-zＡ-Ｚａ-ｚ]*';--> statement-breakpoint
UPDATE `record` SET `album_key` = replace(replace(replace(lower(`album`), char(65038), ''), char(65039), ''), ' ', '')
  WHERE replace(replace(replace(`album_key`, 'and', ''), char(65038), ''), char(65039), '') = ''
    AND `album` NOT GLOB '*[A-Za-zＡ-Ｚａ-ｚ]*';--> statement-breakpoint
UPDATE `record` SET `artist_key` = replace(replace(`artist_key`, char(65038), ''), char(65039), '')
  WHERE `artist_key` GLOB '*[' || char(65038) || char(65039) || ']*';--> statement-breakpoint
UPDATE `record` SET `album_key` = replace(replace(`album_key`, char(65038), ''), char(65039), '')
  WHERE `album_key` GLOB '*[' || char(65038) || char(65039) || ']*';
