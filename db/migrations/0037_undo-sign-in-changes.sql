ALTER TABLE `account_link` ADD `sign_in_ways` text;--> statement-breakpoint
ALTER TABLE `pending_account` ADD `interaction` text;