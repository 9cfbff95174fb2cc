ALTER TABLE `reaction` ADD `author_id` integer REFERENCES member(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `reaction` ADD `is_new` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `reaction_author` ON `reaction` (`author_id`,`member_id`);