CREATE TABLE `machine_report` (
	`id` text PRIMARY KEY NOT NULL,
	`behind_at` integer,
	`current_at` integer
);
