// The schema of the first run's form about the member.
import { z } from "zod";
import { firstWordsForm } from "./first-words-schema";
import { pickTown, profileInput } from "./profile-schema";
import { wishesForm } from "./wishes-schema";

const { age, location } = profileInput.shape;

/** Age, location, a prompt or an anthem, and the wishes. */
export const aboutForm = z.preprocess(
  pickTown,
  z.intersection(z.intersection(z.object({ age, location }), firstWordsForm), wishesForm),
);
