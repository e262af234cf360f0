/** What a bundled test gets in the place of `vitest`: the parts that vitest itself is made of, without its workers and its server. */
import {
  addCustomEqualityTesters,
  chai,
  ChaiStyleAssertions,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import { ASYMMETRIC_MATCHERS_OBJECT, type ExpectStatic } from '@vitest/expect';
import { getCurrentTest } from '@vitest/runner';
import type { Test } from '@vitest/runner';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, suite, test } from '@vitest/runner';

for (const plugin of [JestExtend, JestChaiExpect, ChaiStyleAssertions, JestAsymmetricMatchers]) chai.use(plugin);

/** An assertion knows its test, which waits for those that are promises. */
type OfTest = Chai.Assertion & { withTest(test: Test): Chai.Assertion };

const assertion = (value: unknown, message?: string): Chai.Assertion => {
  const made = chai.expect(value, message) as OfTest;
  const test = getCurrentTest<Test | undefined>();
  return test ? made.withTest(test) : made;
};

const matchers = (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT];
export const expect = Object.assign(assertion, chai.expect, matchers, {
  addEqualityTesters: addCustomEqualityTesters,
}) as unknown as ExpectStatic;
setState({ assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null, expectedAssertionsNumber: null }, expect);
