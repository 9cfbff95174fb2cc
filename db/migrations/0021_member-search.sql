CREATE INDEX `member_email` ON `member` (lower(email));--> statement-breakpoint
CREATE INDEX `member_name` ON `member` (lower(first_name || ' ' || last_name));--> statement-breakpoint
CREATE INDEX `member_last_name` ON `member` (lower(last_name));