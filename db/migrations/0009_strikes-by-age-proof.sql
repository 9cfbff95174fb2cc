ALTER TABLE `strike` ADD `age_proof` text;--> statement-breakpoint
CREATE INDEX `strike_age_proof` ON `strike` (`age_proof`) WHERE age_proof is not null;