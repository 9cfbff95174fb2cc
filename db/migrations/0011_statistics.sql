ALTER TABLE `census` RENAME TO `statistics`;--> statement-breakpoint
ALTER TABLE `statistics` RENAME COLUMN `slot` TO `buffer`;
