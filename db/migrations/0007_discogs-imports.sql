CREATE TABLE `discogs_import` (
	`import_id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`page` integer DEFAULT 1 NOT NULL,
	`pages` integer,
	`total` integer,
	`restarts` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_until` integer,
	`served_at` integer NOT NULL,
	`error` text,
	`finished_at` integer,
	FOREIGN KEY (`import_id`) REFERENCES `record_import`(`id`) ON UPDATE no action ON DELETE cascade
);
