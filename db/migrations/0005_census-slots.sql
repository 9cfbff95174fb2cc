ALTER TABLE `artist` RENAME COLUMN `listeners` TO `listeners_0`;--> statement-breakpoint
ALTER TABLE `artist` ADD `listeners_1` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_census` (
	`slot` integer PRIMARY KEY NOT NULL,
	`members` integer NOT NULL,
	`counted_at` integer NOT NULL,
	`is_current` integer NOT NULL,
	`begun_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_census` SELECT 0, `members`, `counted_at`, 1, null FROM `census`;--> statement-breakpoint
DROP TABLE `census`;--> statement-breakpoint
ALTER TABLE `__new_census` RENAME TO `census`;--> statement-breakpoint
ALTER TABLE `candidate` RENAME COLUMN `norm` TO `norm_0`;--> statement-breakpoint
ALTER TABLE `candidate` ADD `norm_1` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `posting` RENAME COLUMN `norm` TO `norm_0`;--> statement-breakpoint
ALTER TABLE `posting` ADD `norm_1` real DEFAULT 0 NOT NULL;
