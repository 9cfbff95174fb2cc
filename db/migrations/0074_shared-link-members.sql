ALTER TABLE `link_details` ADD `member_id` integer;--> statement-breakpoint
CREATE INDEX `link_details_member` ON `link_details` (`member_id`) WHERE picture_id is not null;
