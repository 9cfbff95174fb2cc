// What `npm test` prints of its tests: how far they are, what failed, and how to run that alone.
import { MinimalReporter, type TestModule, type TestSpecification } from "vitest/node";

/** How often it says how far they are. */
const TENTHS = 10;

export default class ShortReporter extends MinimalReporter {
  #files = 0;
  #ended = 0;
  #startedAt = 0;

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>) {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#startedAt = Date.now();
    console.info(`Running ${this.#files} files of tests, and journeys in a browser beside them...`);
  }

  override onTestModuleEnd(module: TestModule) {
    super.onTestModuleEnd(module);
    const before = Math.floor((this.#ended * TENTHS) / this.#files);
    this.#ended++;
    const tenth = Math.floor((this.#ended * TENTHS) / this.#files);
    const minutes = ((Date.now() - this.#startedAt) / 60_000).toFixed(1);
    if (tenth > before) console.info(`${this.#ended} of ${this.#files} files after ${minutes} minutes`);
    for (const test of module.children.allTests("failed"))
      console.info(`FAILED ${test.fullName}\n  npx vitest run ${module.relativeModuleId} -t "${test.name}"`);
  }
}
