CREATE TABLE `trivia_answer` (
	`question_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`answer` text NOT NULL,
	`has_point` integer NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`question_id`, `member_id`),
	FOREIGN KEY (`question_id`) REFERENCES `trivia_question`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_answer_point` ON `trivia_answer` (`question_id`) WHERE has_point;--> statement-breakpoint
CREATE INDEX `trivia_answer_member` ON `trivia_answer` (`member_id`);--> statement-breakpoint
CREATE TABLE `trivia_game` (
	`id` text PRIMARY KEY NOT NULL,
	`player1_id` integer NOT NULL,
	`player2_id` integer NOT NULL,
	`player1_score` integer DEFAULT 0 NOT NULL,
	`player2_score` integer DEFAULT 0 NOT NULL,
	`current_round` integer DEFAULT 1 NOT NULL,
	`total_rounds` integer NOT NULL,
	`status` text NOT NULL,
	`ending` text,
	`winner_id` integer,
	`rematch_of` text,
	`moved_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`player1_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`player2_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_game_rematch_of_unique` ON `trivia_game` (`rematch_of`);--> statement-breakpoint
CREATE INDEX `trivia_game_player1` ON `trivia_game` (`player1_id`);--> statement-breakpoint
CREATE INDEX `trivia_game_player2` ON `trivia_game` (`player2_id`);--> statement-breakpoint
CREATE TABLE `trivia_question` (
	`id` text PRIMARY KEY NOT NULL,
	`game_id` text NOT NULL,
	`round_number` integer NOT NULL,
	`question` text NOT NULL,
	`correct_answer` text NOT NULL,
	`options` text NOT NULL,
	`category` text NOT NULL,
	`difficulty` text NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `trivia_game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trivia_question_round` ON `trivia_question` (`game_id`,`round_number`);--> statement-breakpoint
CREATE TABLE `trivia_seen` (
	`member_id` integer NOT NULL,
	`question` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `question`),
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
