ALTER TABLE `unreachable_address` ADD `refusals` integer DEFAULT 0 NOT NULL;
